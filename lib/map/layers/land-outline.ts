/**
 * The land outline as it is stored: one list per island, `[x0, y0, dx1, dy1, …]`, in whole steps of
 * `1 / stepsPerDegree` degree; the first point stands in full, each further one as the difference to the one before.
 * Longitude first. A ring is closed: its last point is its first and is left out.
 */
export interface PackedLand {
  readonly stepsPerDegree: number;
  readonly islands: readonly (readonly number[])[];
}

/** Longitude, latitude, in degrees. */
export type Position = readonly [number, number];

/** Rounds each closed ring to the grid, drops the points that fall together, and packs what is left. */
export function packLand(rings: readonly (readonly Position[])[], stepsPerDegree: number): PackedLand {
  return { stepsPerDegree, islands: rings.map((ring) => packRing(ring, stepsPerDegree)) };
}

/** The rings as `[latitude, longitude]`, the order Leaflet draws. */
export function unpackLand({ stepsPerDegree, islands }: PackedLand): [number, number][][] {
  return islands.map((steps) => {
    const ring: [number, number][] = [];
    let x = 0;
    let y = 0;
    for (let i = 0; i + 1 < steps.length; i += 2) {
      x += steps[i] ?? 0;
      y += steps[i + 1] ?? 0;
      ring.push([y / stepsPerDegree, x / stepsPerDegree]);
    }
    return ring;
  });
}

/** Reads what the server sent; nothing for anything that is not an outline. */
export function parsePackedLand(value: unknown): PackedLand | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { stepsPerDegree, islands } = value as Record<string, unknown>;
  if (typeof stepsPerDegree !== 'number' || !(stepsPerDegree > 0) || !Array.isArray(islands)) return undefined;
  if (!islands.every(isNumberList)) return undefined;
  return { stepsPerDegree, islands };
}

function isNumberList(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number' && Number.isFinite(item));
}

function packRing(ring: readonly Position[], stepsPerDegree: number): number[] {
  const packed: number[] = [];
  let lastX = 0;
  let lastY = 0;
  for (const [longitude, latitude] of ring.slice(0, -1)) {
    const x = Math.round(longitude * stepsPerDegree);
    const y = Math.round(latitude * stepsPerDegree);
    if (packed.length > 0 && x === lastX && y === lastY) continue;
    packed.push(x - lastX, y - lastY);
    lastX = x;
    lastY = y;
  }
  return packed;
}
