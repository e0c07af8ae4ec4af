import { totalOf } from '#lib/broadband/measure/area-figures.ts';
import { squareKilometres } from '#lib/broadband/measure/area-words.ts';
import type { ComparedArea, Comparison } from '#lib/broadband/measure/comparison.ts';
import type { LargeLoss } from '#lib/broadband/measure/large-loss.ts';
import { type Fault, wordedFault } from '#lib/refusal.ts';

/** What a version changes against its base, a line for each technology and provider. */
export function describeComparison({ baseId, areas }: Comparison): string[] {
  const head = baseId === null ? 'Areas, nothing having been published before:' : `Areas, against version ${baseId}:`;
  return [head, ...areas.map((area) => `  ${nameArea(area)}: ${describeArea(area)}`)];
}

/** The same as places and sentences of a refusal. */
export function comparisonFaults({ areas }: Comparison): Fault[] {
  return areas.map((area) => wordedFault(nameArea(area), describeArea(area)));
}

/** What must be confirmed before so much is taken away. */
export function describeLosses(losses: readonly LargeLoss[]): string {
  const told = losses.map(({ technology, lost, before }) => {
    const share = ((100 * lost) / before).toFixed(1);
    return `${share} % of ${technology}’s area (${squareKilometres(lost)} of ${squareKilometres(before)})`;
  });
  return told.join(', ');
}

function nameArea({ technology, provider }: ComparedArea): string {
  return provider === null ? technology : `${technology} of ${provider}`;
}

function describeArea({ before, after, error, gained, lost, unchanged, altered, changeError }: ComparedArea): string {
  const soon = (
    [
      ['underway', after.Underway],
      ['planned', after.Planned],
    ] as const
  )
    .filter(([, area]) => area > 0)
    .map(([what, area]) => `${squareKilometres(area)} ${what}`);
  const now = [`${squareKilometres(totalOf(after))} ± ${squareKilometres(error)}`, ...soon].join(', of which ');
  if (totalOf(before) === 0) return `${now}, all new`;
  const changes = `gained ${squareKilometres(gained)}, lost ${squareKilometres(lost)}, unchanged ${squareKilometres(unchanged)}`;
  const others = altered > 0 ? ` (${squareKilometres(altered)} by other offers)` : '';
  return `${now}; ${changes}${others}, ± ${squareKilometres(changeError)}`;
}
