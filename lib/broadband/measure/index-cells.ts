import { DEEPEST_LEVEL, ROOT } from '#lib/broadband/coverage/cell.ts';
import { CellEdges } from '#lib/broadband/coverage/cell-edges.ts';
import { CellSplitter, type FourCells } from '#lib/broadband/coverage/cell-split.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { type Box, meets } from '#lib/broadband/rectangle.ts';
import { cornerOf } from './changed-cells.ts';
import type { DifferingCell } from './differing-cells.ts';
import { LeafCursor, levelOf, spanOf } from './leaf-cursor.ts';
import { LeafEdges } from './leaf-edges.ts';

/** What an index has in a cell that it does not divide further. */
export type SettledContent = CellEdges | 'nothing';

/** What an index has in a cell: its content, or nothing, or leaves that are smaller than the cell. */
type Content = SettledContent | 'smaller leaves';

/** A cell that neither of two indexes divides further. Its content is overwritten by that of the next one. */
export interface CellPair {
  readonly level: number;
  readonly first: SettledContent;
  readonly second: SettledContent;
}

/** What becomes of a cell: it is yielded, or divided, or passed over. */
export type CellUse = 'solve' | 'divide' | 'pass';

/** Walks through two indexes together: divides cells until both have them as a leaf, or nothing there. */
export class PairedCells {
  readonly #box: Box;
  readonly #first: IndexCells;
  readonly #second: IndexCells;
  readonly #use: (pair: CellPair) => CellUse;

  /** @param use is not asked about cells where neither has anything */
  constructor(box: Box, first: IndexCells, second: IndexCells, use: (pair: CellPair) => CellUse) {
    this.#box = box;
    this.#first = first;
    this.#second = second;
    this.#use = use;
  }

  /** Yields each cell to be solved, and undefined for each other one that is not empty. */
  *visit({ firstKey, keys, before, after }: DifferingCell): Generator<CellPair | undefined, void> {
    this.#first.open(before);
    this.#second.open(after);
    const { x, y } = cornerOf(firstKey);
    let level = 0;
    while (spanOf(level) > keys) level++;
    yield* this.#visit(x, y, level, firstKey, 'smaller leaves', 'smaller leaves');
  }

  *#visit(
    x: number,
    y: number,
    level: number,
    key: number,
    ofFirst: Content,
    ofSecond: Content,
  ): Generator<CellPair | undefined, void> {
    if (!meets(this.#box, x, y, ROOT.side / 2 ** level)) return;
    const first = this.#first.at(ofFirst, x, y, level, key);
    const second = this.#second.at(ofSecond, x, y, level, key);
    if (first === 'smaller leaves' || second === 'smaller leaves') {
      yield* this.#divide(x, y, level, key, first, second);
      return;
    }
    if (first === 'nothing' && second === 'nothing') return;
    const pair = { level, first, second };
    const use = this.#use(pair);
    yield use === 'solve' ? pair : undefined;
    if (use === 'divide') yield* this.#divide(x, y, level, key, first, second);
  }

  *#divide(
    x: number,
    y: number,
    level: number,
    key: number,
    ofFirst: Content,
    ofSecond: Content,
  ): Generator<CellPair | undefined, void> {
    const first = this.#first.quartersOf(ofFirst, level);
    const second = this.#second.quartersOf(ofSecond, level);
    const half = ROOT.side / 2 ** (level + 1);
    for (let quarter = 0; quarter < 4; quarter++) {
      const west = x + (quarter & 1) * half;
      const south = y + (quarter >> 1) * half;
      const from = key + quarter * spanOf(level + 1);
      yield* this.#visit(west, south, level + 1, from, first[quarter] ?? 'nothing', second[quarter] ?? 'nothing');
    }
  }
}

/** A cell index, read cell by cell in key order; cells may be split further than its leaves. */
export class IndexCells {
  readonly edges: LeafEdges;
  #cursor = new LeafCursor([]);
  readonly #splitter: CellSplitter;
  readonly #leafCell = new CellEdges();
  readonly #quartersAt: readonly FourCells[] = Array.from({ length: DEEPEST_LEVEL }, () => [
    new CellEdges(),
    new CellEdges(),
    new CellEdges(),
    new CellEdges(),
  ]);

  /** @param numbers how many numbers `numberOf` gives; see `LeafEdges` */
  constructor(numbers: number, numberOf: (offerId: number) => number) {
    this.edges = new LeafEdges(numbers, numberOf);
    this.#splitter = new CellSplitter(this.edges);
  }

  /** Begins to read other leaves. */
  open(leaves: Iterable<Leaf>): void {
    this.#cursor = new LeafCursor(leaves);
  }

  /**
   * What the index has in a cell, of which something may be known; call it in key order. The content overwrites that of the
   * cell before.
   */
  at(known: Content, x: number, y: number, level: number, key: number): Content {
    if (known !== 'smaller leaves') return known;
    const leaf = this.#cursor.from(key);
    if (leaf === undefined || leaf.key >= key + spanOf(level)) return 'nothing';
    if (levelOf(leaf) > level) return 'smaller leaves';
    this.#leafCell.reset(x, y, ROOT.side / 2 ** level, level);
    this.edges.load(leaf.body, this.#leafCell);
    this.#splitter.settle(this.#leafCell);
    return this.#leafCell;
  }

  /** The content of the four quarters of a cell: south-west, south-east, north-west, north-east. */
  quartersOf(content: Content, level: number): readonly Content[] {
    if (!(content instanceof CellEdges)) return [content, content, content, content];
    const quarters = this.#quartersAt[level];
    if (quarters === undefined) throw new Error(`A cell of level ${level} cannot be split.`);
    this.#splitter.split(content, quarters);
    return quarters.map((quarter) => (isEmpty(quarter) ? 'nothing' : quarter));
  }
}

function isEmpty({ groups, covering }: CellEdges): boolean {
  return groups.length === 0 && covering.length === 0;
}
