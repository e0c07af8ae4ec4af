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
import { and, asc, eq, gt, gte, isNotNull, lt, notExists, sql } from '#db/drizzle.ts';
import { writePaced } from '#db/paced-write.ts';
import { removeDrawing } from '#db/tiles/drawings.ts';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import type { RowWriting } from './layer-content.ts';

/** Deletes the versions that are being made. Call it while holding the coverage lock: whoever was making them is dead. */
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
      const first = versionId * KEY_SPAN;
      await removeRows(connection, how, coverageCell, (after) =>
        db
          .select({ id: coverageCell.id })
          .from(coverageCell)
          .where(and(gte(coverageCell.id, first), gt(coverageCell.id, after), lt(coverageCell.id, end)))
          .orderBy(asc(coverageCell.id))
          .limit(idsAtATime)
          .all(),
      );
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
    await removeRows(connection, how, coveragePart, (after) =>
      db
        .select({ id: coveragePart.id })
        .from(coveragePart)
        .innerJoin(coverageOffer, eq(coverageOffer.id, coveragePart.offerId))
        .where(and(eq(coverageOffer.layerId, layer.id), gt(coveragePart.id, after)))
        .orderBy(asc(coveragePart.id))
        .limit(idsAtATime)
        .all(),
    );
    await removeRows(connection, how, coverageOffer, (after) =>
      db
        .select({ id: coverageOffer.id })
        .from(coverageOffer)
        .where(and(eq(coverageOffer.layerId, layer.id), gt(coverageOffer.id, after)))
        .orderBy(asc(coverageOffer.id))
        .limit(idsAtATime)
        .all(),
    );
    db.delete(coverageLayer).where(eq(coverageLayer.id, layer.id)).run();
  }
}

const idsAtATime = 500;

/** @param next gives some of the ids above `after`, ascending; none when there are no more */
async function removeRows(
  connection: Connection,
  how: RowWriting,
  table: typeof coverageCell | typeof coveragePart | typeof coverageOffer,
  next: (after: number) => { id: number }[],
): Promise<void> {
  const remove = connection.db
    .delete(table)
    .where(eq(table.id, sql.placeholder('id')))
    .prepare();
  function* ids() {
    for (let rows = next(-1); rows.length > 0; rows = next(rows.at(-1)?.id ?? 0)) yield* rows;
  }
  await writePaced(connection, ids(), (row) => void remove.run(row), how);
}
