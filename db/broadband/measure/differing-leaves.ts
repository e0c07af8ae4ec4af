import type { CellBlocks } from '#db/broadband/blocks/cell-blocks.ts';
import { leavesOfBlock } from '#db/broadband/cells.ts';
import { blocksOfVersion } from '#db/broadband/seals.ts';
import type { Connection } from '#db/client.ts';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';

/** The leaves of two versions, in key order, that the other does not have in the same place with the same bytes. */
export interface DifferingLeaves {
  readonly before: readonly Leaf[];
  readonly after: readonly Leaf[];
  /** All leaves with smaller keys have been compared. */
  readonly end: number;
}

/** Blocks of each version that are compared at once: a few milliseconds. */
const batch = 40;

/**
 * Compares the cell indexes of two versions, from the first key to the last. Blocks that they share are not read; no
 * statement is open between two results.
 */
export function* differingLeaves(
  connection: Connection,
  versionId: number,
  baseId: number,
): Generator<DifferingLeaves, void> {
  const [now, then] = [blocksOfVersion(connection, versionId), blocksOfVersion(connection, baseId)];
  const sides = [new OwnBlocks(then, now), new OwnBlocks(now, then)] as const;
  for (let first = 0; first < KEY_SPAN; ) {
    const end = Math.min(...sides.map((side) => side.endOfBatch(first)));
    const [before, after] = sides.map((side) => side.leaves(first, end)) as [Leaf[], Leaf[]];
    yield { before: without(before, after), after: without(after, before), end };
    first = end;
  }
}

/** All leaves of a version, as it differs from one that has none. */
export function* allLeaves(connection: Connection, versionId: number): Generator<DifferingLeaves, void> {
  const own = new OwnBlocks(blocksOfVersion(connection, versionId), undefined);
  for (let first = 0; first < KEY_SPAN; ) {
    const end = own.endOfBatch(first);
    yield { before: [], after: own.leaves(first, end), end };
    first = end;
  }
}

/** The blocks of a version that another does not have, in key order. */
class OwnBlocks {
  readonly #blocks: CellBlocks | undefined;
  readonly #indexes: number[] = [];
  /** The first block that may have leaves from the last key on. */
  #next = 0;

  constructor(blocks: CellBlocks | undefined, other: CellBlocks | undefined) {
    this.#blocks = blocks;
    const shared = new Set<number>();
    other?.directory.addIdsTo(shared);
    const { length } = blocks?.directory ?? { length: 0 };
    for (let index = 0; index < length; index++)
      if (!shared.has(blocks?.directory.idAt(index) ?? 0)) this.#indexes.push(index);
  }

  /** The key of the block that follows a batch; KEY_SPAN if none does. @param first the key that the batch begins at */
  endOfBatch(first: number): number {
    while (this.#keyOf(this.#next + 1) <= first) this.#next++;
    return this.#keyOf(this.#next + batch);
  }

  /** The leaves from one key up to another, after `endOfBatch` for the first. */
  leaves(first: number, end: number): Leaf[] {
    const leaves: Leaf[] = [];
    for (let at = this.#next; this.#keyOf(at) < end; at++) {
      if (this.#blocks === undefined) break;
      for (const leaf of leavesOfBlock(this.#blocks, this.#indexes[at] ?? 0))
        if (leaf.key >= first && leaf.key < end) leaves.push(leaf);
    }
    return leaves;
  }

  #keyOf(at: number): number {
    const index = this.#indexes[at];
    return index === undefined ? KEY_SPAN : (this.#blocks?.directory.keyAt(index) ?? KEY_SPAN);
  }
}

/** The leaves of which the others have no equal; both in key order. */
function without(leaves: readonly Leaf[], others: readonly Leaf[]): Leaf[] {
  let at = 0;
  return leaves.filter(({ key, body }) => {
    while ((others[at]?.key ?? KEY_SPAN) < key) at++;
    const other = others[at];
    return other?.key !== key || Buffer.compare(other.body, body) !== 0;
  });
}
