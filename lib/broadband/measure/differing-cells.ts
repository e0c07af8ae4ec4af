import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { levelOf, spanOf } from './leaf-cursor.ts';

/** The leaves of two versions in one cell of the tree, in key order. */
export interface DifferingCell {
  readonly firstKey: number;
  readonly keys: number;
  readonly before: readonly Leaf[];
  readonly after: readonly Leaf[];
}

/** A part of the leaves that differ: all below the key `end` that were not in the part before. */
export interface Differences {
  readonly before: readonly Leaf[];
  readonly after: readonly Leaf[];
  readonly end: number;
}

/**
 * Groups leaves that differ into the largest cells that one of the versions has as a leaf. For each part of the leaves it
 * gives the cells that are complete, and how far it has come, as a share of all keys.
 */
export function* differingCells(
  parts: Iterable<Differences>,
): Generator<{ cells: DifferingCell[]; share: number }, void> {
  let before: Leaf[] = [];
  let after: Leaf[] = [];
  for (const part of parts) {
    before = before.concat(part.before);
    after = after.concat(part.after);
    const cells: DifferingCell[] = [];
    let [fromBefore, fromAfter] = [0, 0];
    for (;;) {
      const [then, now] = [before[fromBefore], after[fromAfter]];
      const [first, keys] = firstCell(then, now);
      // a leaf of the other version inside it may still come
      if (keys === 0 || first + keys > part.end) break;
      const [toBefore, toAfter] = [endOf(before, fromBefore, first + keys), endOf(after, fromAfter, first + keys)];
      cells.push({
        firstKey: first,
        keys,
        before: before.slice(fromBefore, toBefore),
        after: after.slice(fromAfter, toAfter),
      });
      fromBefore = toBefore;
      fromAfter = toAfter;
    }
    before = before.slice(fromBefore);
    after = after.slice(fromAfter);
    yield { cells, share: part.end / KEY_SPAN };
  }
}

/** The cell of the first of two leaves, or of the larger; without keys if both are missing. */
function firstCell(a: Leaf | undefined, b: Leaf | undefined): readonly [firstKey: number, keys: number] {
  if (a === undefined || b === undefined) {
    const leaf = a ?? b;
    return leaf === undefined ? [0, 0] : [leaf.key, spanOf(levelOf(leaf))];
  }
  if (a.key !== b.key) return firstCell(a.key < b.key ? a : b, undefined);
  return [a.key, spanOf(Math.min(levelOf(a), levelOf(b)))];
}

function endOf(leaves: readonly Leaf[], from: number, endKey: number): number {
  let end = from;
  while ((leaves[end]?.key ?? endKey) < endKey) end++;
  return end;
}
