import { ROOT } from '#lib/broadband/coverage/cell.ts';
import { CellEdges } from '#lib/broadband/coverage/cell-edges.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { type Box, meets } from '#lib/broadband/rectangle.ts';
import { CellSolver, type OnSums } from './cell-solver.ts';
import { cornerOf } from './changed-cells.ts';
import { levelOf } from './leaf-cursor.ts';
import { LeafEdges } from './leaf-edges.ts';
import type { MeasuredOffers } from './measured-offers.ts';
import { AFTER } from './subject-state.ts';

/** Solves the leaves of one version. */
export class LeafSolver {
  readonly #solver: CellSolver;
  readonly #edges: LeafEdges;
  readonly #cell = new CellEdges();

  constructor(offers: MeasuredOffers, withProviders: boolean) {
    this.#solver = new CellSolver(offers, withProviders);
    this.#edges = new LeafEdges(offers.distinct.length, offers.numberOf);
  }

  /** Solves the part of a leaf that lies in a box. It yields every few milliseconds. */
  *solve(leaf: Leaf, box: Box, onSums: OnSums): Generator<void, void> {
    const level = levelOf(leaf);
    const { x, y } = cornerOf(leaf.key);
    const side = ROOT.side / 2 ** level;
    if (!meets(box, x, y, side)) return;
    this.#cell.reset(x, y, side, level);
    this.#edges.load(leaf.body, this.#cell);
    yield* this.#solver.solve([{ cell: this.#cell, edges: this.#edges, versions: AFTER }], box, onSums);
  }
}
