import {
  coverageCell,
  coverageLayer,
  coverageOffer,
  coveragePart,
  coverageSeal,
  coverageVersion,
  coverageVersionLayer,
  provider,
} from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, eq, gt, inArray, isNotNull, isNull, notExists, type SQL, sql } from '#db/drizzle.ts';
import { type RowWriting, writePaced } from '#db/paced-write.ts';
import { preparedWrite } from '#db/prepared-statement.ts';
import { removeDrawing } from '#db/tiles/drawings.ts';
import { transact } from '#db/transaction.ts';
import { blocksInUse } from './seals.ts';

/** Deletes unfinished versions. With the coverage lock held by the caller, no live process is making them. */
export function deleteUnfinishedVersions(db: Db): void {
  db.delete(coverageVersion).where(eq(coverageVersion.state, 'building')).run();
}

/** Deletes providers that only an unfinished version would have brought. */
export function deletePendingProviders(db: Db): void {
  const ofLayers = db.select().from(coverageLayer).where(eq(coverageLayer.providerId, provider.id));
  db.delete(provider)
    .where(and(isNotNull(provider.pendingVersionId), notExists(ofLayers)))
    .run();
}

/** Removes the blocks that no version with a complete index has. */
export async function removeAbandonedCells(connection: Connection, how: RowWriting): Promise<void> {
  const { db } = connection;
  const { id, indexBytes } = coverageVersion;
  const notIndexed = db.select({ id }).from(coverageVersion).where(isNull(indexBytes));
  if (db.select().from(coverageSeal).where(inArray(coverageSeal.versionId, notIndexed)).get() !== undefined)
    await transact(connection, (within) =>
      within.delete(coverageSeal).where(inArray(coverageSeal.versionId, notIndexed)).run(),
    );
  const inUse = blocksInUse(db);
  const abandoned = [...blockIds(connection)].filter((block) => !inUse.has(block));
  const remove = preparedWrite(connection, db.delete(coverageCell).where(eq(coverageCell.id, sql.placeholder('id'))));
  await writePaced(connection, abandoned, (id) => remove(id), how);
}

/** The ids of all blocks, from an index of their own: reading the table would read every block. */
function blockIds({ sqlite }: Connection): number[] {
  return sqlite
    .prepare<[], number>('SELECT id FROM coverage_cell INDEXED BY coverage_cell_id ORDER BY id')
    .pluck()
    .all();
}

/** Removes layers that no version has: their drawings, polygons and offers first, as those are found by the layer. */
export async function removeAbandonedLayers(connection: Connection, how: RowWriting): Promise<void> {
  const { db } = connection;
  const inVersions = db.select().from(coverageVersionLayer).where(eq(coverageVersionLayer.layerId, coverageLayer.id));
  const abandoned = db.select({ id: coverageLayer.id }).from(coverageLayer).where(notExists(inVersions)).all();
  for (const layer of abandoned) {
    await removeDrawing(connection, layer.id, how);
    const ofLayer = eq(coverageOffer.layerId, layer.id);
    const offers = db.select({ id: coverageOffer.id }).from(coverageOffer).where(ofLayer);
    await removeRows(connection, coveragePart, inArray(coveragePart.offerId, offers), how);
    await removeRows(connection, coverageOffer, ofLayer, how);
    await transact(connection, (within) => within.delete(coverageLayer).where(eq(coverageLayer.id, layer.id)).run());
  }
}

const idsAtATime = 500;

/** Removes the rows that match, some ids at a time. */
async function removeRows(
  connection: Connection,
  table: typeof coveragePart | typeof coverageOffer,
  matches: SQL | undefined,
  how: RowWriting,
): Promise<void> {
  const { db } = connection;
  const remove = db
    .delete(table)
    .where(eq(table.id, sql.placeholder('id')))
    .prepare();
  const next = (after: number) =>
    db
      .select({ id: table.id })
      .from(table)
      .where(and(matches, gt(table.id, after)))
      .orderBy(asc(table.id))
      .limit(idsAtATime)
      .all();
  function* ids() {
    for (let rows = next(-1); rows.length > 0; rows = next(rows.at(-1)?.id ?? 0)) yield* rows;
  }
  await writePaced(connection, ids(), (row) => void remove.run(row), how);
}
