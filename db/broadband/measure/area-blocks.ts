import { bufferOf } from '#db/broadband/layer-content.ts';
import { coverageAreaBlock } from '#db/broadband/schema.ts';
import type { Connection } from '#db/client.ts';
import { and, asc, eq, gte, sql } from '#db/drizzle.ts';
import { placeholdersOf, preparedStatement } from '#db/prepared-statement.ts';
import type { AreaBlock } from '#lib/broadband/measure/area-blocks.ts';

/** A row without a block, of a version that has none: it is summed too. */
const noBlocks: AreaBlock = { key: -1, body: new Uint8Array() };

/** Stores the area blocks of a version, unless it has been summed: about a megabyte for ten million vertices. */
export function insertAreaBlocks(
  { db }: Pick<Connection, 'db'>,
  versionId: number,
  blocks: readonly AreaBlock[],
): void {
  if (hasAreaBlocks({ db }, versionId)) return;
  const insert = db.insert(coverageAreaBlock).values(placeholdersOf(coverageAreaBlock)).prepare();
  for (const { key, body } of blocks.length > 0 ? blocks : [noBlocks])
    insert.run({ versionId, key, body: bufferOf(body) });
}

/** Whether a version has been summed. */
export function hasAreaBlocks({ db }: Pick<Connection, 'db'>, versionId: number): boolean {
  const ofVersion = eq(coverageAreaBlock.versionId, versionId);
  return db.select().from(coverageAreaBlock).where(ofVersion).limit(1).get() !== undefined;
}

/** Finds blocks of a version by their keys. */
export function areaBlocksOf(connection: Connection, versionId: number): (key: number) => AreaBlock | undefined {
  const query = connection.db
    .select({ body: coverageAreaBlock.body })
    .from(coverageAreaBlock)
    .where(and(eq(coverageAreaBlock.versionId, versionId), eq(coverageAreaBlock.key, sql.placeholder('key'))));
  const statement = preparedStatement<[Buffer]>(connection, query);
  return (key) => {
    const [body] = statement.get(key) ?? [];
    return body === undefined ? undefined : { key, body };
  };
}

const batch = 200;

/** All blocks of a version in key order, read in batches: no statement is open between two. */
export function* eachAreaBlock({ db }: Pick<Connection, 'db'>, versionId: number): Generator<AreaBlock, void> {
  for (let first = 0; ; ) {
    const blocks = db
      .select({ key: coverageAreaBlock.key, body: coverageAreaBlock.body })
      .from(coverageAreaBlock)
      .where(and(eq(coverageAreaBlock.versionId, versionId), gte(coverageAreaBlock.key, first)))
      .orderBy(asc(coverageAreaBlock.key))
      .limit(batch)
      .all();
    yield* blocks;
    const last = blocks.at(-1);
    if (last === undefined || blocks.length < batch) return;
    first = last.key + 1;
  }
}
