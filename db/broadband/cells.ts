import { coverageCell } from '#db/broadband/schema.ts';
import type { Connection } from '#db/client.ts';
import { eq, sql } from '#db/drizzle.ts';
import { type RowWriting, writePaced } from '#db/paced-write.ts';
import { placeholdersOf, preparedStatement, preparedWrite } from '#db/prepared-statement.ts';
import { BlockPacker, leavesIn, type PackedBlock } from '#lib/broadband/coverage/blocks.ts';
import { cellKey, KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import { Directory } from '#lib/broadband/coverage/directory.ts';
import { offersAt } from '#lib/broadband/coverage/leaf.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import type { KeptBlock } from '#lib/broadband/coverage/patched-leaves.ts';
import type { Point } from '#lib/broadband/point.ts';
import { blockChecksum, blockId, type CellBlocks } from './blocks/cell-blocks.ts';
import { bufferOf } from './layer-content.ts';
import { blocksOfVersion } from './seals.ts';

/** The stored cell index of a version, before anything says that the version has it. */
export interface StoredIndex {
  readonly directory: Directory;
  /** The bytes of its blocks that were stored for it. */
  readonly bytes: number;
}

/**
 * Stores the blocks of a version's cell index.
 *
 * @param leaves in key order; the blocks that it shares with a former index are among them
 * @param former the directory of that index
 */
export async function storeLeaves(
  writer: Connection,
  versionId: number,
  leaves: Iterable<Leaf | KeptBlock | undefined>,
  how: RowWriting,
  former = new Directory(),
): Promise<StoredIndex> {
  const insert = preparedWrite(writer, writer.db.insert(coverageCell).values(placeholdersOf(coverageCell)));
  const isTaken = rowFinder(writer);
  const directory = new Directory();
  let bytes = 0;
  function* rows(): Generator<readonly [id: number, body: Buffer, checksum: number] | undefined> {
    for (const item of blocksOf(leaves)) {
      if (item === undefined) {
        yield undefined;
      } else if ('kept' in item) {
        const { kept } = item;
        directory.push(former.keyAt(kept), former.idAt(kept), former.leavesAt(kept));
      } else {
        const { key } = item;
        const body = bufferOf(item.body);
        let id = blockId(versionId, key);
        // when an index is made again, other versions may still have blocks of the first one
        while (isTaken(id)) id++;
        directory.push(key, id, item.leaves);
        bytes += body.length;
        yield [id, body, blockChecksum(id, body)];
      }
    }
  }
  await writePaced(writer, rows(), (row) => insert(...row), how);
  return { directory, bytes };
}

function* blocksOf(leaves: Iterable<Leaf | KeptBlock | undefined>): Generator<PackedBlock | KeptBlock | undefined> {
  const packer = new BlockPacker();
  for (const item of leaves) {
    if (item === undefined) {
      yield undefined;
    } else if ('kept' in item) {
      const last = packer.end();
      if (last !== undefined) yield last;
      yield item;
    } else {
      const full = packer.add(item);
      if (full !== undefined) yield full;
    }
  }
  const last = packer.end();
  if (last !== undefined) yield last;
}

/** Whether a row with an id exists. */
function rowFinder(connection: Connection): (id: number) => boolean {
  const { id } = coverageCell;
  const query = connection.db
    .select({ id })
    .from(coverageCell)
    .where(eq(id, sql.placeholder('id')));
  const found = preparedStatement<[number]>(connection, query);
  return (wanted) => found.get(wanted) !== undefined;
}

/** A version's leaves in key order: all, or those with these keys. */
export function* leavesOfVersion(
  connection: Connection,
  versionId: number,
  { firstKey, keys } = { firstKey: 0, keys: KEY_SPAN },
): Generator<Leaf, void> {
  const blocks = blocksOfVersion(connection, versionId);
  if (blocks === undefined) return;
  const { directory } = blocks;
  const end = firstKey + keys;
  for (let index = Math.max(0, directory.find(firstKey)); index < directory.length; index++) {
    if (directory.keyAt(index) >= end) return;
    for (const leaf of leavesOfBlock(blocks, index)) if (leaf.key >= firstKey && leaf.key < end) yield leaf;
  }
}

/** How many leaves a version has. */
export function countLeaves(connection: Connection, versionId: number): number {
  return blocksOfVersion(connection, versionId)?.directory.countLeaves() ?? 0;
}

/** The leaves of a block, by its index in the directory. */
export function leavesOfBlock(blocks: CellBlocks, index: number): Leaf[] {
  return leavesIn({ key: blocks.directory.keyAt(index), body: blocks.body(index) });
}

/** The leaf of a version with the largest key that is not above this one: the one that may hold it. */
export function leafOfVersionAt(connection: Connection, versionId: number, key: number): Leaf | undefined {
  return blocksOfVersion(connection, versionId)?.leafAt(key);
}

/** The ids of the offers of a version that cover a point of the service area, ascending. */
export function offersOfVersionAt(connection: Connection, versionId: number, { x, y }: Point): number[] {
  const leaf = leafOfVersionAt(connection, versionId, cellKey(x, y));
  return leaf === undefined ? [] : offersAt(leaf.key, leaf.body, x, y);
}
