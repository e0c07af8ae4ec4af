import { eq, sql } from 'drizzle-orm';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import { EdgeCollection } from '#lib/broadband/coverage/edge-collection.ts';
import { leavesOf } from '#lib/broadband/coverage/leaves.ts';
import { decodePart } from '#lib/broadband/coverage/part-codec.ts';
import { recordChange } from './audit.ts';
import type { Connection, Db } from './client.ts';
import { removeStrayCells } from './coverage-cleanup.ts';
import { type CoverageWriting, heartbeatOf } from './coverage-writing.ts';
import { writePaced } from './paced-write.ts';
import {
  coverageCell,
  coverageOffer,
  coveragePart,
  coverageVersion,
  coverageVersionLayer,
  provider,
} from './schema.ts';

/** How a version came to be, as the audit log names it. */
export type VersionNews = 'coverage.import' | 'coverage.retire' | 'coverage.rebuild';

/**
 * Makes the cell index of a version from its polygons; the version is ready afterwards. The caller holds the coverage
 * lock.
 *
 * @param news what is recorded of a version that becomes ready for the first time
 * @returns the size of the index in bytes
 */
export async function indexVersion(
  writer: Connection,
  versionId: number,
  writing: CoverageWriting,
  news: VersionNews = 'coverage.import',
): Promise<number> {
  const { db } = writer;
  await removeStrayCells(writer, writing);
  const collection = collectEdges(writer, versionId);
  const insert = db
    .insert(coverageCell)
    .values({ id: sql.placeholder('id'), body: sql.placeholder('body') })
    .prepare();
  const beat = heartbeatOf(writer, versionId, writing.nowMs);
  let indexBytes = 0;
  await writePaced(
    writer,
    leavesOf(collection),
    ({ key, body }) => {
      insert.run({ id: versionId * KEY_SPAN + key, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) });
      indexBytes += body.byteLength;
      beat();
    },
    {
      exclusive: writing.exclusive === true,
      onProgress: (cells) => writing.onProgress?.('building the index, cells:', cells, 0),
    },
  );
  db.transaction(
    (tx) => {
      recordNew(tx, versionId, writing, news);
      tx.update(coverageVersion).set({ state: 'ready', indexBytes }).where(eq(coverageVersion.id, versionId)).run();
      tx.update(provider).set({ pendingVersionId: null }).where(eq(provider.pendingVersionId, versionId)).run();
    },
    { behavior: 'immediate' },
  );
  return indexBytes;
}

/** A version that becomes ready for the first time is news; one that only gets its index again is not. */
function recordNew(db: Db, versionId: number, { actor, nowMs }: CoverageWriting, action: VersionNews): void {
  const version = db.select().from(coverageVersion).where(eq(coverageVersion.id, versionId)).get();
  if (actor === undefined || version?.state !== 'building') return;
  const { note, baseId, sha256 } = version;
  const subject = `coverage version ${versionId}`;
  const after = { note, madeOn: baseId, ...(sha256 === null ? {} : { sha256 }) };
  recordChange(db, { actor, action, subject, before: null, after }, nowMs);
}

function collectEdges({ db, sqlite }: Connection, versionId: number): EdgeCollection {
  const collection = new EdgeCollection();
  const query = db
    .select({ offerId: coveragePart.offerId, rings: coveragePart.rings })
    .from(coverageVersionLayer)
    .innerJoin(coverageOffer, eq(coverageOffer.layerId, coverageVersionLayer.layerId))
    .innerJoin(coveragePart, eq(coveragePart.offerId, coverageOffer.id))
    .where(eq(coverageVersionLayer.versionId, versionId))
    .toSQL();
  // One row at a time: Drizzle would hold all polygons at once. On the connection that writes, as its pages are not
  // mapped: those of the other one stay in memory until it closes.
  const rows = sqlite
    .prepare(query.sql)
    .raw()
    .iterate(...query.params);
  for (const [offer, rings] of rows as Iterable<[number, Buffer]>) collection.add({ offer, rings: decodePart(rings) });
  return collection;
}
