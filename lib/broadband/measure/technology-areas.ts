import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import type { Box } from '#lib/broadband/rectangle.ts';
import { Tally } from './area-figures.ts';
import { LeafSolver } from './cell-solver.ts';
import type { MeasuredOffers } from './measured-offers.ts';

/** Adds up what the technologies of a version offer, leaf by leaf: the union over providers, by the best availability (N6). */
export class TechnologyAreas {
  readonly offers: MeasuredOffers;
  readonly #solver: LeafSolver;
  #tally: Tally;

  constructor(offers: MeasuredOffers) {
    this.offers = offers;
    this.#solver = new LeafSolver(offers, false);
    this.#tally = new Tally(offers.subjects.length);
  }

  /** Adds what a leaf has in a box. It yields every few milliseconds. */
  *add(leaf: Leaf, box: Box): Generator<undefined, void> {
    const solving = this.#solver.solve(leaf, box, (subject, sums, cellArea) =>
      this.#tally.add(subject, sums, cellArea),
    );
    for (const _ of solving) yield undefined;
  }

  /** The sums so far. It begins again. */
  take(): Tally {
    const taken = this.#tally;
    this.#tally = new Tally(this.offers.subjects.length);
    return taken;
  }
}
