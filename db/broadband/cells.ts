import { coverageCell } from '#db/broadband/schema.ts';
import type { Connection } from '#db/client.ts';
import { and, asc, desc, gte, lt, lte } from '#db/drizzle.ts';
import { type RowWriting, writePaced } from '#db/paced-write.ts';
import { eachRow, placeholdersOf } from '#db/prepared-statement.ts';
import { cellKey, KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { offersAt } from '#lib/broadband/coverage/offers-at.ts';
import type { Point } from '#lib/broadband/point.ts';
import { blockChecksum } from './checksums.ts';
import { bufferOf } from './layer-content.ts';

/** Stores the cell index of a version. @returns its bytes */
export async function storeLeaves(
  writer: Connection,
  versionId: number,
  leaves: Iterable<Leaf>,
  how: RowWriting,
): Promise<number> {
  const insert = writer.db.insert(coverageCell).values(placeholdersOf(coverageCell)).prepare();
  let bytes = 0;
  const store = ({ id, body, next }: Block) => {
    insert.run({ id, body, checksum: blockChecksum(id, body, next) });
    bytes += body.byteLength;
  };
  await writePaced(writer, blocksOf(versionId, leaves), store, how);
  return bytes;
}

/** A leaf as it is stored. `next`: the id of the version's next; undefined for the last. */
interface Block {
  readonly id: number;
  readonly body: Buffer;
  readonly next: number | undefined;
}

function* blocksOf(versionId: number, leaves: Iterable<Leaf>): Generator<Block> {
  let last: Omit<Block, 'next'> | undefined;
  for (const { key, body } of leaves) {
    const block = { id: versionId * KEY_SPAN + key, body: bufferOf(body) };
    if (last !== undefined) yield { ...last, next: block.id };
    last = block;
  }
  if (last !== undefined) yield { ...last, next: undefined };
}

/** A version's leaves in key order, one row at a time: all, or those with these keys. */
export function* leavesOfVersion(
  connection: Connection,
  versionId: number,
  { firstKey, keys } = { firstKey: 0, keys: KEY_SPAN },
): Generator<Leaf, void> {
  const origin = versionId * KEY_SPAN;
  const first = origin + firstKey;
  const query = connection.db
    .select({ id: coverageCell.id, body: coverageCell.body })
    .from(coverageCell)
    .where(and(gte(coverageCell.id, first), lt(coverageCell.id, first + keys)))
    .orderBy(asc(coverageCell.id));
  for (const [id, body] of eachRow<[number, Buffer]>(connection, query)) yield { key: id - origin, body };
}

/** The leaf of a version with the largest key that is not above this one: the one that may hold it. */
export function leafOfVersionAt({ db }: Connection, versionId: number, key: number): Leaf | undefined {
  const origin = versionId * KEY_SPAN;
  const cell = db
    .select()
    .from(coverageCell)
    .where(and(gte(coverageCell.id, origin), lte(coverageCell.id, origin + key)))
    .orderBy(desc(coverageCell.id))
    .limit(1)
    .get();
  return cell === undefined ? undefined : { key: cell.id - origin, body: cell.body };
}

/** The ids of the offers of a version that cover a point of the service area, ascending. */
export function offersOfVersionAt(connection: Connection, versionId: number, { x, y }: Point): number[] {
  const leaf = leafOfVersionAt(connection, versionId, cellKey(x, y));
  return leaf === undefined ? [] : offersAt(leaf.key, leaf.body, x, y);
}
