import { SERVICE_BOX } from '#lib/broadband/point.ts';
import { cellKey, DEEPEST_LEVEL } from './cell.ts';
import { CellEdges } from './cell-edges.ts';
import { CellSplitter, type FourCells } from './cell-split.ts';
import type { EdgeCollection } from './edge-collection.ts';
import { encodeLeaf } from './leaf.ts';

/** A stored cell: its key (36 bits, see `cellKey`) and its content (see `leaf.ts`). */
export interface Leaf {
  readonly key: number;
  readonly body: Uint8Array;
}

export interface LeafLimits {
  /** A smaller number makes the index larger, a larger one makes a look-up slower. */
  readonly maxEdgesPerLeaf: number;
  /**
   * The most stored edges for each given edge. Splitting a cell that bundles of long edges cross gains nothing; the leaves
   * below a cell share its allowance, so that no input can make the index grow without bound.
   */
  readonly maxCopiesPerEdge: number;
}

const LIMITS: LeafLimits = { maxEdgesPerLeaf: 40, maxCopiesPerEdge: 4 };

/** Splitting a cell with more edges takes so long that the event loop may turn afterwards. */
const manyEdges = 200_000;

/**
 * The cell index of a collection, in ascending key order. Every point of the service box lies in exactly one leaf, or in
 * none where nothing is offered. Leaves are made one at a time, so the caller may pause between them.
 */
export function* leavesOf(collection: EdgeCollection, limits = LIMITS): Generator<Leaf, void> {
  for (const leaf of new CellTree(collection, limits).leavesOfAll()) if (leaf !== undefined) yield leaf;
}

/** Divides the cells of a collection into leaves. Its cells are reused: one call at a time. */
export class CellTree {
  /** How many of the collection's edges are in leaves already, about. */
  edgesDone = 0;
  readonly #collection: EdgeCollection;
  readonly #limits: LeafLimits;
  readonly #splitter: CellSplitter;
  /** The quarters of the cell that is being split, at each level. */
  readonly #quartersAt = Array.from({ length: DEEPEST_LEVEL }, fourCells);

  constructor(collection: EdgeCollection, limits = LIMITS) {
    this.#collection = collection;
    this.#limits = limits;
    this.#splitter = new CellSplitter(collection);
  }

  /** The root cell of the collection. */
  root(): CellEdges {
    const { root } = this.#collection;
    this.#splitter.settle(root);
    return root;
  }

  /** All leaves of the collection, as `leavesBelow` yields them. */
  *leavesOfAll(): Generator<Leaf | undefined, void> {
    const root = this.root();
    root.allowance = this.allowanceFor(root.edgeCount);
    yield* this.leavesBelow(root);
  }

  allowanceFor(edges: number): number {
    return edges * this.#limits.maxCopiesPerEdge;
  }

  /** The quarters of a cell: they are overwritten when another cell of its level is split. */
  quartersOf(cell: CellEdges): FourCells {
    const quarters = this.#quartersAt[cell.level];
    if (quarters === undefined) throw new RangeError(`A cell of level ${cell.level} cannot be split.`);
    this.#splitter.split(cell, quarters);
    return quarters;
  }

  /** The leaves of a cell, in key order; `undefined` after steps that take long. */
  *leavesBelow(top: CellEdges): Generator<Leaf | undefined, void> {
    // the quarters that are next at each level below the top
    const nextAt: number[] = [];
    let cell: CellEdges | undefined = top;
    while (cell !== undefined) {
      if (cell.edgeCount > manyEdges) yield undefined;
      if (cell.edgeCount > this.#limits.maxEdgesPerLeaf && this.#divide(cell)) {
        nextAt.push(0);
      } else if (cell.edgeCount > 0 || cell.covering.length > 0) {
        this.edgesDone += cell.allowance / this.#limits.maxCopiesPerEdge;
        yield { key: cellKey(cell.x, cell.y), body: encodeLeaf(cell, this.#collection) };
      }
      cell = this.#next(top.level, nextAt);
    }
  }

  /** @returns false when the cell should not be split */
  #divide(cell: CellEdges): boolean {
    if (cell.level === DEEPEST_LEVEL) return false;
    const quarters = this.quartersOf(cell);
    let copies = 0;
    for (const quarter of quarters) copies += quarter.edgeCount;
    if (copies > cell.allowance) return false;
    for (const quarter of quarters) quarter.allowance = (cell.allowance * quarter.edgeCount) / copies;
    return true;
  }

  /** The next cell in key order that meets the service box. */
  #next(topLevel: number, nextAt: number[]): CellEdges | undefined {
    while (nextAt.length > 0) {
      const depth = nextAt.length - 1;
      const next = nextAt[depth] ?? 4;
      const cell = this.#quartersAt[topLevel + depth]?.[next];
      if (cell === undefined) {
        nextAt.pop();
      } else {
        nextAt[depth] = next + 1;
        if (meetsServiceBox(cell)) return cell;
      }
    }
    return undefined;
  }
}

function fourCells(): FourCells {
  return [new CellEdges(), new CellEdges(), new CellEdges(), new CellEdges()];
}

/** Whether a point of the service box may lie in a cell. */
export function meetsServiceBox({ x, y, side }: CellEdges): boolean {
  return x <= SERVICE_BOX.maxX && x + side > SERVICE_BOX.minX && y <= SERVICE_BOX.maxY && y + side > SERVICE_BOX.minY;
}
