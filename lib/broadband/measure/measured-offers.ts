import type { Availability, Offer } from '#lib/broadband/availability.ts';
import { notMeasured } from './leaf-edges.ts';

/** Worst first; rank 0 means that nothing is offered, which includes `Not Available` (N6). */
export const ranks: readonly Availability[] = ['Not Available', 'Planned', 'Underway', 'Available'];

/** What an area is measured for: a technology of all providers, or one provider's part of it. */
export interface Subject {
  readonly technologyId: number;
  /** Undefined for the technology as a whole, the union over its providers. */
  readonly providerId: number | undefined;
}

/** Offers of any version that are equal in everything a caller sees are one. */
interface DistinctOffer {
  readonly technology: number;
  readonly provider: number;
  readonly rank: number;
}

/**
 * Numbers the offers of one or two versions, equal offers alike, and the subjects. Technologies come first among the
 * subjects.
 */
export class MeasuredOffers {
  readonly distinct: DistinctOffer[] = [];
  readonly subjects: Subject[] = [];
  readonly technologies: number;
  readonly #numbers = new Map<number, number>();

  constructor(offers: Iterable<Offer>) {
    const measured = [...offers].filter(({ availability }) => availability !== 'Not Available');
    const technologyIds = [...new Set(measured.map(({ technologyId }) => technologyId))].sort((a, b) => a - b);
    this.technologies = technologyIds.length;
    for (const technologyId of technologyIds) this.subjects.push({ technologyId, providerId: undefined });
    const providers = new Map<string, number>();
    const numbers = new Map<string, number>();
    for (const offer of measured) {
      const { id, technologyId, providerId, availability, ...rest } = offer;
      const providerKey = `${technologyId} ${providerId}`;
      const provider = providers.get(providerKey) ?? this.subjects.push({ technologyId, providerId }) - 1;
      providers.set(providerKey, provider);
      const key = JSON.stringify([providerKey, availability, ...Object.entries(rest).sort()]);
      const rank = ranks.indexOf(availability);
      const technology = technologyIds.indexOf(technologyId);
      const number = numbers.get(key) ?? this.distinct.push({ technology, provider, rank }) - 1;
      numbers.set(key, number);
      this.#numbers.set(id, number);
    }
  }

  /** The number of an offer by its database id; `notMeasured` for one that is not available. */
  numberOf = (offerId: number): number => this.#numbers.get(offerId) ?? notMeasured;
}
