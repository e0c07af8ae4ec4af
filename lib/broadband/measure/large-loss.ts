import { type AreaByAvailability, totalOf } from './area-figures.ts';

/** A technology that would lose so much area that it must be confirmed. Square kilometres. */
export interface LargeLoss {
  readonly technology: string;
  readonly lost: number;
  readonly before: number;
}

/** The area of a technology, or of one provider's part of it, and how much of it would be lost. */
interface MeasuredArea {
  readonly technology: string;
  readonly provider: string | null;
  readonly before: AreaByAvailability;
  readonly lost: number;
}

/** The largest share of a technology's area that a version may take away without confirmation. */
const largestUnconfirmed = 0.2;

/** The technologies that would lose more than a fifth of their area. */
export function largeLosses(areas: readonly MeasuredArea[]): LargeLoss[] {
  return areas.flatMap(({ technology, provider, before, lost }) => {
    const total = totalOf(before);
    return provider === null && lost > largestUnconfirmed * total ? [{ technology, lost, before: total }] : [];
  });
}

/** What must be typed to confirm losses: the names of the technologies. */
export function confirmationOf(losses: readonly LargeLoss[]): string {
  return losses.map(({ technology }) => technology).join(', ');
}
