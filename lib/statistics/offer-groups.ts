import type { Offer } from '#lib/broadband/availability.ts';
import { notMeasured } from '#lib/broadband/measure/leaf-edges.ts';
import { ranks } from '#lib/broadband/measure/measured-offers.ts';
import { stepOf } from './reach.ts';

/** Offers that are the same to the figures, whoever's they are. */
export interface OfferGroup {
  /** A place in `technologyIds`. */
  readonly technology: number;
  /** Of the availability, in `ranks`. */
  readonly rank: number;
  /** The highest step of speed that they count at. */
  readonly step: number;
}

/** The offers of a version in groups, each with a number. */
export class OfferGroups {
  readonly groups: readonly OfferGroup[];
  /** The technologies of which something is offered, ascending. */
  readonly technologyIds: readonly number[];
  readonly #numbers = new Map<number, number>();

  constructor(offers: Iterable<Offer>) {
    const offered = [...offers].filter(({ availability }) => availability !== 'Not Available');
    this.technologyIds = [...new Set(offered.map(({ technologyId }) => technologyId))].sort((a, b) => a - b);
    const groups = new Map<string, { readonly number: number; readonly group: OfferGroup }>();
    for (const { id, technologyId, availability, maxDownloadMbps } of offered) {
      const technology = this.technologyIds.indexOf(technologyId);
      const group = { technology, rank: ranks.indexOf(availability), step: stepOf(maxDownloadMbps) };
      const key = `${technology} ${group.rank} ${group.step}`;
      const known = groups.get(key) ?? { number: groups.size, group };
      groups.set(key, known);
      this.#numbers.set(id, known.number);
    }
    this.groups = [...groups.values()].map(({ group }) => group);
  }

  /** The number of an offer's group by its database id; `notMeasured` for one that is not available. */
  numberOf = (offerId: number): number => this.#numbers.get(offerId) ?? notMeasured;
}
