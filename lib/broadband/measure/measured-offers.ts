import type { Availability, Offer } from '#lib/broadband/availability.ts';
import { notMeasured } from './leaf-edges.ts';

/** The worse first; 0 stands for nothing offered. `Not Available` is nothing offered too (N6). */
export const ranks: readonly Availability[] = ['Not Available', 'Planned', 'Underway', 'Available'];

/** What areas are told of: a technology whoever offers it, or one provider's part of it. */
export interface Subject {
  readonly technologyId: number;
  /** Undefined for the technology as a whole, the union over its providers. */
  readonly providerId: number | undefined;
}

/** Offers that are equal in all a caller sees of them, in whatever version, are one. */
interface DistinctOffer {
  readonly technology: number;
  readonly provider: number;
  readonly rank: number;
}

/**
 * Gives the offers of one or two versions common numbers, equal ones the same, and the subjects theirs. Technologies
 * come first among the subjects.
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

  /** The number of an offer by its database id; `notMeasured` for one that offers nothing. */
  numberOf = (offerId: number): number => this.#numbers.get(offerId) ?? notMeasured;
}
