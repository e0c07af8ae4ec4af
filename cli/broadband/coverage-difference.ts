import type { Comparison } from '#lib/broadband/measure/comparison.ts';
import type { Fault } from '#lib/refusal.ts';
import { areaChange, areaName } from '#lib/words/areas.ts';

/** What a version changes against its base, a line for each technology and provider. */
export function describeComparison({ baseId, areas }: Comparison): string[] {
  const head = baseId === null ? 'Areas; nothing was published before:' : `Areas, against version ${baseId}:`;
  return [head, ...areas.map((area) => `  ${areaName(area)}: ${areaChange(area)}`)];
}

/** The same as the faults of a refusal. */
export function comparisonFaults(comparison: Comparison | undefined): Fault[] {
  const areas = comparison?.areas ?? [];
  return areas.map((area) => ({ where: { name: areaName(area) }, reason: { code: 'area-changes', area } }));
}
