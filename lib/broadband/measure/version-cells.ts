import { DEEPEST_LEVEL, ROOT } from '#lib/broadband/coverage/cell.ts';
import { CellEdges } from '#lib/broadband/coverage/cell-edges.ts';
import { CellSplitter, type FourCells } from '#lib/broadband/coverage/cell-split.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { LeafCursor, levelOf, spanOf } from './leaf-cursor.ts';
import { LeafEdges } from './leaf-edges.ts';
import type { MeasuredOffers } from './measured-offers.ts';

/** What a version holds of a cell: its content, or no offer, or leaves that are smaller than the cell. */
export type Content = CellEdges | 'nothing' | 'smaller leaves';

/** One version's index, read forward cell by cell; cells may be divided further than its leaves are. */
export class VersionCells {
  readonly edges: LeafEdges;
  readonly #cursor: LeafCursor;
  readonly #splitter: CellSplitter;
  readonly #leafCell = new CellEdges();
  readonly #quartersAt: readonly FourCells[] = Array.from({ length: DEEPEST_LEVEL }, () => [
    new CellEdges(),
    new CellEdges(),
    new CellEdges(),
    new CellEdges(),
  ]);

  constructor(leaves: Iterable<Leaf>, { distinct, numberOf }: MeasuredOffers) {
    this.edges = new LeafEdges(distinct.length, numberOf);
    this.#splitter = new CellSplitter(this.edges);
    this.#cursor = new LeafCursor(leaves);
  }

  /** The leaf that is exactly this cell, if one is; cells must be asked for in key order. */
  find(level: number, key: number): Leaf | 'nothing' | 'smaller leaves' {
    const leaf = this.#cursor.from(key);
    if (leaf === undefined || leaf.key >= key + spanOf(level)) return 'nothing';
    return levelOf(leaf) > level ? 'smaller leaves' : leaf;
  }

  /** A leaf's content; that of the one before is overwritten. */
  load({ body }: Leaf, x: number, y: number, level: number): CellEdges {
    this.#leafCell.reset(x, y, ROOT.side / 2 ** level, level);
    this.edges.load(body, this.#leafCell);
    this.#splitter.settle(this.#leafCell);
    return this.#leafCell;
  }

  /** What it holds of the four quarters of a cell: south-west, south-east, north-west, north-east. */
  quartersOf(content: Content, level: number): readonly Content[] {
    if (!(content instanceof CellEdges)) return [content, content, content, content];
    const quarters = this.#quartersAt[level];
    if (quarters === undefined) throw new Error(`A cell of level ${level} is not divided.`);
    this.#splitter.split(content, quarters);
    return quarters.map((quarter) => (isEmpty(quarter) ? 'nothing' : quarter));
  }

  close(): void {
    this.#cursor.close();
  }
}

/** Whether no boundary meets the cell, so that one point says what all of it has. */
export function isUniform(content: Content): boolean {
  return content === 'nothing' || (content instanceof CellEdges && content.groups.length === 0);
}

function isEmpty({ groups, covering }: CellEdges): boolean {
  return groups.length === 0 && covering.length === 0;
}
