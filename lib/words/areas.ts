import { totalOf } from '#lib/broadband/measure/area-figures.ts';
import type { ComparedArea } from '#lib/broadband/measure/comparison.ts';
import type { LargeLoss } from '#lib/broadband/measure/large-loss.ts';

const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

/** `1,234.50`. */
export function areaFigure(area: number): string {
  return area.toLocaleString('en-NZ', twoDecimals);
}

/** `1,234.50 km²`. */
export function squareKilometres(area: number): string {
  return `${areaFigure(area)} km²`;
}

/** `34.5 % of Fibre’s area and 21.0 % of ADSL’s area`; empty for no losses. */
export function lossWords(losses: readonly LargeLoss[]): string {
  return losses.map(shareWords).join(' and ');
}

/** `34.5 % of Fibre’s area (1.00 km² of 2.90 km²)`, one after another. */
export function lossDetails(losses: readonly LargeLoss[]): string {
  return losses
    .map((loss) => `${shareWords(loss)} (${squareKilometres(loss.lost)} of ${squareKilometres(loss.before)})`)
    .join(', ');
}

function shareWords({ technology, lost, before }: LargeLoss): string {
  return `${((100 * lost) / before).toFixed(1)} % of ${technology}’s area`;
}

/** `Fibre`, or `Fibre of Example` for one provider's part of it. */
export function areaName({ technology, provider }: ComparedArea): string {
  return provider === null ? technology : `${technology} of ${provider}`;
}

/** The area of a technology or provider now, and what changed. */
export function areaChange(area: ComparedArea): string {
  const { before, after, gained, lost, unchanged, altered } = area;
  const soon = [
    ...(after.Underway > 0 ? [`${squareKilometres(after.Underway)} underway`] : []),
    ...(after.Planned > 0 ? [`${squareKilometres(after.Planned)} planned`] : []),
  ];
  const total = squareKilometres(totalOf(after));
  const now = soon.length === 0 ? total : `${total} (including ${soon.join(' and ')})`;
  if (totalOf(before) === 0) return `${now}, all new`;
  const changes = `gained ${squareKilometres(gained)}, lost ${squareKilometres(lost)}, unchanged ${squareKilometres(unchanged)}`;
  const others = altered > 0 ? ` (${squareKilometres(altered)} by other offers)` : '';
  return `${now}; ${changes}${others}`;
}
