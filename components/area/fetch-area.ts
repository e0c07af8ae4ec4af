import { measurablePart } from '#lib/broadband/rectangle.ts';
import { areaQuery, boxOfArea, type MapArea } from '#lib/map/area/area.ts';
import { type AreaOutcome, parseAreaShares } from '#lib/map/area/area-shares.ts';

/** Asks how much of an area is covered, unless it cannot be measured. It never throws. */
export async function fetchArea(area: MapArea, signal: AbortSignal): Promise<AreaOutcome> {
  const part = measurablePart(boxOfArea(area));
  if (!part.ok) {
    return part.reason === 'too large'
      ? { kind: part.reason, width: part.width, height: part.height }
      : { kind: part.reason };
  }
  try {
    const response = await fetch(`/areas?${areaQuery(area)}`, { signal });
    if (response.status === 429 || response.status === 503) return { kind: 'limit reached' };
    const shares = response.ok ? parseAreaShares(await response.json()) : undefined;
    return shares === undefined ? { kind: 'fault' } : { kind: 'measured', shares };
  } catch {
    return { kind: navigator.onLine ? 'fault' : 'offline' };
  }
}
