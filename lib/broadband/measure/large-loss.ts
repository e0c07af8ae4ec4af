import { type AreaByAvailability, totalOf } from './area-figures.ts';

/** A technology of which so much would go that somebody must confirm it. Square kilometres. */
export interface LargeLoss {
  readonly technology: string;
  readonly lost: number;
  readonly before: number;
}

/** What is told of a technology's area, or of a provider's part of it, before and after. */
interface Told {
  readonly technology: string;
  readonly provider: string | null;
  readonly before: AreaByAvailability;
  readonly lost: number;
}

/** More than this share of a technology's area may not go without a confirmation. */
const largestLoss = 0.2;

/** The technologies that would lose more than a fifth of their area. */
export function largeLosses(areas: readonly Told[]): LargeLoss[] {
  return areas.flatMap(({ technology, provider, before, lost }) => {
    const total = totalOf(before);
    return provider === null && lost > largestLoss * total ? [{ technology, lost, before: total }] : [];
  });
}

/** What somebody types to confirm them: the technologies' names. */
export function confirmationOf(losses: readonly LargeLoss[]): string {
  return losses.map(({ technology }) => technology).join(', ');
}
