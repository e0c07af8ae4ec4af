import { PbfReader } from 'pbf';
import { cellKey, DEEPEST_LEVEL } from './cell.ts';
import type { CellEdges } from './cell-edges.ts';
import type { EdgeCollection } from './edge-collection.ts';
import type { FormerLeaves, KeptBlock } from './former-leaves.ts';
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
