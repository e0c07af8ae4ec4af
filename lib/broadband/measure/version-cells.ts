import { DEEPEST_LEVEL, ROOT } from '#lib/broadband/coverage/cell.ts';
import { CellEdges } from '#lib/broadband/coverage/cell-edges.ts';
import { CellSplitter, type FourCells } from '#lib/broadband/coverage/cell-split.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { LeafCursor, levelOf, spanOf } from './leaf-cursor.ts';
import { LeafEdges } from './leaf-edges.ts';
import type { MeasuredOffers } from './measured-offers.ts';

/** What a version has in a cell: its content, or nothing, or leaves that are smaller than the cell. */
export type Content = CellEdges | 'nothing' | 'smaller leaves';

/** One version's index, read cell by cell in key order; cells may be split further than its leaves. */
export class VersionCells {
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

  constructor({ distinct, numberOf }: MeasuredOffers) {
    this.edges = new LeafEdges(distinct.length, numberOf);
    this.#splitter = new CellSplitter(this.edges);
  }

  /** Begins to read other leaves. */
  open(leaves: Iterable<Leaf>): void {
    this.#cursor = new LeafCursor(leaves);
  }

  /** The leaf that is exactly this cell, if there is one; call it in key order. */
  find(level: number, key: number): Leaf | 'nothing' | 'smaller leaves' {
    const leaf = this.#cursor.from(key);
    if (leaf === undefined || leaf.key >= key + spanOf(level)) return 'nothing';
    return levelOf(leaf) > level ? 'smaller leaves' : leaf;
  }

  /** The content of a leaf; it overwrites that of the leaf before. */
  load({ body }: Leaf, x: number, y: number, level: number): CellEdges {
    this.#leafCell.reset(x, y, ROOT.side / 2 ** level, level);
    this.edges.load(body, this.#leafCell);
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
