import {
  coverageCell,
  coverageLayer,
  coverageOffer,
  coveragePart,
  coverageVersion,
  coverageVersionLayer,
  provider,
} from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, eq, gt, gte, inArray, isNotNull, lt, notExists, type SQL, sql } from '#db/drizzle.ts';
import { type RowWriting, writePaced } from '#db/paced-write.ts';
import { removeDrawing } from '#db/tiles/drawings.ts';
import { transact } from '#db/transaction.ts';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';

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

/** Removes the cells of versions that no longer exist or have no complete index. */
export async function removeAbandonedCells(connection: Connection, how: RowWriting): Promise<void> {
  const { db } = connection;
  const cellFrom = (id: number) =>
    db.select().from(coverageCell).where(gte(coverageCell.id, id)).orderBy(asc(coverageCell.id)).limit(1).get();
  for (let cell = cellFrom(0); cell !== undefined; ) {
    const versionId = Math.floor(cell.id / KEY_SPAN);
    const end = (versionId + 1) * KEY_SPAN;
    const indexed = and(eq(coverageVersion.id, versionId), isNotNull(coverageVersion.indexBytes));
    if (db.select().from(coverageVersion).where(indexed).get() === undefined) {
      const ofVersion = and(gte(coverageCell.id, versionId * KEY_SPAN), lt(coverageCell.id, end));
      await removeRows(connection, coverageCell, ofVersion, how);
    }
    cell = cellFrom(end);
  }
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
  table: typeof coverageCell | typeof coveragePart | typeof coverageOffer,
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
