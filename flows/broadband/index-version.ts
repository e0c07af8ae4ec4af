import { coverageCell, coverageOffer, coveragePart, coverageVersionLayer } from '#db/broadband/schema.ts';
import type { Connection } from '#db/client.ts';
import { eq, sql } from '#db/drizzle.ts';
import { writePaced } from '#db/paced-write.ts';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import { EdgeCollection } from '#lib/broadband/coverage/edge-collection.ts';
import { leavesOf } from '#lib/broadband/coverage/leaves.ts';
import { decodePart } from '#lib/broadband/coverage/part-codec.ts';
import { removeAbandonedCells } from './remove-stray.ts';
import { type CoverageWriting, heartbeatOf } from './writing.ts';

/**
 * Makes the cell index of a version from its polygons. The caller holds the coverage lock, and says afterwards that the
 * index is whole (`coverage-ready.ts`).
 *
 * @returns the size of the index in bytes
 */
export async function indexVersion(writer: Connection, versionId: number, writing: CoverageWriting): Promise<number> {
  const { db } = writer;
  await removeAbandonedCells(writer, writing);
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
      onProgress: (cells) => writing.onProgress?.('build-index', cells, 0),
    },
  );
  return indexBytes;
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
