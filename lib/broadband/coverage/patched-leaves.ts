import { PbfReader } from 'pbf';
import { type Block, leafEnd, leafIn, leavesIn } from './blocks.ts';
import { cellKey, DEEPEST_LEVEL, KEY_SPAN } from './cell.ts';
import type { CellEdges } from './cell-edges.ts';
import type { Directory } from './directory.ts';
import type { EdgeCollection } from './edge-collection.ts';
import { CellTree, type Leaf, type LeafLimits, meetsServiceBox } from './leaves.ts';
import { readSigned } from './varints.ts';

/** What changes in an index. */
export interface IndexChange {
  /** The parts that are added, and those of the offers that go: they show where the index changes. */
  readonly collection: EdgeCollection;
  /** The ids of the offers that go. */
  readonly gone: ReadonlySet<number>;
  /** The ids of the offers that stay. */
  readonly staying: Iterable<number>;
}

/**
 * How many edges the leaves below a changed leaf may have together, for each edge that it had before. The edges have
 * their copies already, so that many small changes of one place cannot make the index grow without bound.
 */
const copiesOfFormerEdge = 1.5;

/**
 * A former index with changes, in key order: the blocks that stay as they are, and the leaves of the others. Cells are
 * divided only where something changes; leaves are not joined again. `undefined` after steps that take long.
 */
export function* patchedLeaves(
  { collection, gone, staying }: IndexChange,
  former: FormerLeaves,
  limits?: LeafLimits,
): Generator<Leaf | KeptBlock | undefined, void> {
  // before the tree is made, which has room for as many offers as there are
  for (const offer of staying) collection.numberOf(offer);
  collection.startBlock();
  const tree = new CellTree(collection, limits);
  const isGone = Uint8Array.from(collection.offers, (offer) => (gone.has(offer) ? 1 : 0));

  function* visit(cell: CellEdges): Generator<Leaf | KeptBlock | undefined, void> {
    if (!meetsServiceBox(cell) || (cell.edgeCount === 0 && cell.covering.length === 0)) return;
    const key = cellKey(cell.x, cell.y);
    const found = former.inCell(key, key + 4 ** (DEEPEST_LEVEL - cell.level));
    if (found === 'smaller') {
      for (const quarter of tree.quartersOf(cell)) yield* visit(quarter);
      return;
    }
    removeOffers(cell, collection, isGone);
    cell.allowance = tree.allowanceFor(cell.edgeCount);
    if (found === 'none' && cell.edgeCount === 0 && cell.covering.length === 0) return;
    yield* former.before(key);
    const forget = collection.mark();
    if (found === 'the cell') {
      const added = cell.edgeCount;
      addLeaf(cell, collection, former.take(key).body, gone);
      cell.allowance += (cell.edgeCount - added) * copiesOfFormerEdge;
    }
    yield* tree.leavesBelow(cell);
    forget();
  }

  yield* visit(tree.root());
  yield* former.rest();
}

/** Removes offers from a cell. @param isGone 1 for each offer number that is removed */
function removeOffers(cell: CellEdges, collection: EdgeCollection, isGone: Uint8Array): void {
  const { covering, groups } = cell;
  let kept = 0;
  for (let at = 0; at < covering.length; at++) {
    const offer = covering.values[at] as number;
    if (isGone[offer] !== 1) covering.values[kept++] = offer;
  }
  covering.length = kept;
  let to = 0;
  for (let at = 0; at < groups.length; ) {
    const end = at + 2 + ((groups.values[at + 1] as number) & ~1);
    if (isGone[collection.offerOf(groups.values[at] as number)] === 1) {
      for (let run = at + 3; run < end; run += 2) cell.edgeCount -= groups.values[run] as number;
    } else {
      groups.values.copyWithin(to, at, end);
      to += end - at;
    }
    at = end;
  }
  groups.length = to;
}

/** Adds to a cell what a leaf of the same cell has, without the offers that go. @param body see `leaf.ts` */
function addLeaf(cell: CellEdges, collection: EdgeCollection, body: Uint8Array, gone: ReadonlySet<number>): void {
  const reader = new PbfReader(body);
  // the level
  reader.readVarint();
  let offer = 0;
  for (let remaining = reader.readVarint(); remaining > 0; remaining--) {
    offer += reader.readVarint();
    if (!gone.has(offer)) cell.covering.push(collection.numberOf(offer));
  }
  offer = 0;
  let { x, y } = cell;
  while (reader.pos < body.length) {
    offer = (offer + readSigned(reader)) | 0;
    const head = reader.readVarint();
    const isKept = !gone.has(offer);
    // a vertex takes at least two bytes
    const part = isKept ? collection.beginPart(offer, body.length - reader.pos) : 0;
    for (let runs = head >> 1; runs > 0; runs--) {
      const edges = reader.readVarint();
      for (let vertex = 0; vertex <= edges; vertex++) {
        x = (x + readSigned(reader)) | 0;
        y = (y + readSigned(reader)) | 0;
        if (!isKept) continue;
        const number = collection.addVertex(x, y);
        if (vertex === 0) cell.addRun(part, number, edges);
      }
    }
    if (isKept) cell.closePart(head & 1);
  }
}

/** A block of the former index that stays as it is, by its index in the directory. */
export interface KeptBlock {
  readonly kept: number;
}

/** How the leaves of an index lie to a cell: none in it, one that is the cell, or several that are smaller. */
export type InCell = 'none' | 'the cell' | 'smaller';

/**
 * Goes through an index from its first leaf to its last. Only blocks in which something changes are read; all others are
 * passed on.
 */
export class FormerLeaves {
  /** How many bytes the blocks had that were read and taken apart. */
  bytesReplaced = 0;
  readonly #directory: Directory;
  readonly #read: (index: number) => Uint8Array;
  /** The next block that is neither passed on nor taken apart. */
  #next = 0;
  /** The leaves that are left of the block that is taken apart. */
  #leaves: Leaf[] = [];
  #lastRead: { readonly index: number; readonly block: Block } | undefined;

  /** @param read gives the body of a block, by its index in the directory */
  constructor(directory: Directory, read: (index: number) => Uint8Array) {
    this.#directory = directory;
    this.#read = read;
  }

  /** @param key the cell's @param end the first key after those of the cell */
  inCell(key: number, end: number): InCell {
    const index = this.#directory.find(end - 1);
    if (index === -1) return 'none';
    if (this.#directory.keyAt(index) > key) return 'smaller';
    const leaf = leafIn(this.#block(index), end - 1);
    if (leaf === undefined || leafEnd(leaf.key, leaf.body) <= key) return 'none';
    return leaf.key === key && leafEnd(leaf.key, leaf.body) === end ? 'the cell' : 'smaller';
  }

  /** What lies before a key and was not taken; the block around the key is taken apart. */
  *before(key: number): Generator<Leaf | KeptBlock, void> {
    for (;;) {
      while (this.#leaves[0] !== undefined && this.#leaves[0].key < key) yield this.#leaves.shift() as Leaf;
      if (this.#leaves.length > 0 || this.#next === this.#directory.length) return;
      if (this.#directory.keyAt(this.#next) >= key) return;
      if (this.#endOf(this.#next) <= key) yield { kept: this.#next++ };
      else this.#takeApart();
    }
  }

  /** The leaf with this key, which is next after what lies before it. */
  take(key: number): Leaf {
    if (this.#leaves.length === 0) this.#takeApart();
    const leaf = this.#leaves.shift();
    if (leaf?.key !== key) throw new Error(`There is no leaf ${key} after what lies before it.`);
    return leaf;
  }

  /** All that is left. */
  *rest(): Generator<Leaf | KeptBlock, void> {
    yield* this.before(KEY_SPAN);
  }

  #takeApart(): void {
    const block = this.#block(this.#next++);
    this.bytesReplaced += block.body.length;
    this.#leaves = leavesIn(block);
  }

  #block(index: number): Block {
    if (this.#lastRead?.index !== index) {
      this.#lastRead = { index, block: { key: this.#directory.keyAt(index), body: this.#read(index) } };
    }
    return this.#lastRead.block;
  }

  /** The first key that is not of a block. */
  #endOf(index: number): number {
    return index + 1 === this.#directory.length ? KEY_SPAN : this.#directory.keyAt(index + 1);
  }
}
