import {
  coverageCell,
  coverageLayer,
  coverageOffer,
  coveragePart,
  coverageVersion,
  coverageVersionLayer,
  provider,
} from '#db/broadband/schema.ts';
import type { Connection } from '#db/client.ts';
import { and, asc, eq, gt, gte, isNotNull, notExists, sql } from '#db/drizzle.ts';
import { writePaced } from '#db/paced-write.ts';
import { releaseDisk } from '#flows/files/disk-reserve.ts';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import { removeDrawing } from './draw-layers.ts';
import type { CoverageWriting } from './writing.ts';

/**
 * Removes what belongs to no version: what a killed import left behind, and what removed versions held. None of it was
 * ever visible. The caller holds the coverage lock.
 */
export async function removeAbandonedCoverage(connection: Connection, writing: CoverageWriting): Promise<void> {
  const { db } = connection;
  releaseDisk(connection);
  // nobody else holds the lock, so whoever was making these is dead
  db.delete(coverageVersion).where(eq(coverageVersion.state, 'building')).run();
  await removeAbandonedCells(connection, writing);
  await removeStrayLayers(connection, writing);
  const ofLayers = db.select().from(coverageLayer).where(eq(coverageLayer.providerId, provider.id));
  db.delete(provider)
    .where(and(isNotNull(provider.pendingVersionId), notExists(ofLayers)))
    .run();
}

/** Removes the cells of versions that are gone or have no whole index. */
export async function removeAbandonedCells(connection: Connection, writing: CoverageWriting): Promise<void> {
  const { db } = connection;
  const cellFrom = (id: number) =>
    db.select().from(coverageCell).where(gte(coverageCell.id, id)).orderBy(asc(coverageCell.id)).limit(1).get();
  for (let cell = cellFrom(0); cell !== undefined; ) {
    const versionId = Math.floor(cell.id / KEY_SPAN);
    const end = (versionId + 1) * KEY_SPAN;
    const indexed = and(eq(coverageVersion.id, versionId), isNotNull(coverageVersion.indexBytes));
    if (db.select().from(coverageVersion).where(indexed).get() === undefined) {
      await removeRows(connection, writing, {
        next: (after) =>
          db
            .select({ id: coverageCell.id })
            .from(coverageCell)
            .where(
              and(
                gte(coverageCell.id, versionId * KEY_SPAN),
                gt(coverageCell.id, after),
                sql`${coverageCell.id} < ${end}`,
              ),
            )
            .orderBy(asc(coverageCell.id))
            .limit(idsAtATime)
            .all(),
        remove: db
          .delete(coverageCell)
          .where(eq(coverageCell.id, sql.placeholder('id')))
          .prepare(),
      });
    }
    cell = cellFrom(end);
  }
}

/** Removes layers that are in no version: first what is drawn of them, their polygons, their offers, last the layer, by which they are found. */
async function removeStrayLayers(connection: Connection, writing: CoverageWriting): Promise<void> {
  const { db } = connection;
  const inVersions = db.select().from(coverageVersionLayer).where(eq(coverageVersionLayer.layerId, coverageLayer.id));
  const stray = db.select({ id: coverageLayer.id }).from(coverageLayer).where(notExists(inVersions)).all();
  for (const layer of stray) {
    await removeDrawing(connection, layer.id, writing);
    await removeRows(connection, writing, {
      next: (after) =>
        db
          .select({ id: coveragePart.id })
          .from(coveragePart)
          .innerJoin(coverageOffer, eq(coverageOffer.id, coveragePart.offerId))
          .where(and(eq(coverageOffer.layerId, layer.id), gt(coveragePart.id, after)))
          .orderBy(asc(coveragePart.id))
          .limit(idsAtATime)
          .all(),
      remove: db
        .delete(coveragePart)
        .where(eq(coveragePart.id, sql.placeholder('id')))
        .prepare(),
    });
    await removeRows(connection, writing, {
      next: (after) =>
        db
          .select({ id: coverageOffer.id })
          .from(coverageOffer)
          .where(and(eq(coverageOffer.layerId, layer.id), gt(coverageOffer.id, after)))
          .orderBy(asc(coverageOffer.id))
          .limit(idsAtATime)
          .all(),
      remove: db
        .delete(coverageOffer)
        .where(eq(coverageOffer.id, sql.placeholder('id')))
        .prepare(),
    });
    db.delete(coverageLayer).where(eq(coverageLayer.id, layer.id)).run();
  }
}

const idsAtATime = 500;

interface Rows {
  /** The ids above `after`, ascending, not all at once; none when there are no more. */
  next(after: number): { id: number }[];
  readonly remove: { run(values: { id: number }): unknown };
}

async function removeRows(connection: Connection, writing: CoverageWriting, { next, remove }: Rows): Promise<void> {
  function* ids() {
    for (let rows = next(-1); rows.length > 0; rows = next(rows.at(-1)?.id ?? 0)) yield* rows;
  }
  await writePaced(connection, ids(), (row) => void remove.run(row), {
    exclusive: writing.exclusive === true,
    onProgress: (removed) => writing.onProgress?.('tidy-up', removed, 0),
  });
}
