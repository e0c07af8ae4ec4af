import { canMeasure, getComparison, insertComparison } from '#db/broadband/comparisons.ts';
import { withFiguresLock } from '#db/broadband/lock.ts';
import { hasAreaBlocks, insertAreaBlocks } from '#db/broadband/measure/area-blocks.ts';
import { getVersion, requireReady } from '#db/broadband/versions.ts';
import type { Connection } from '#db/client.ts';
import { undrawnLayers } from '#db/tiles/drawings.ts';
import { transact } from '#db/transaction.ts';
import { drawLayers } from '#flows/broadband/draw-layers.ts';
import { compareVersions, inSnapshot, measureLosses } from '#flows/broadband/measure/compare-versions.ts';
import { sumAreas } from '#flows/broadband/measure/sum-areas.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import { forgetFiguresJobs } from './figures-jobs.ts';

/** How long it took to measure and to draw. */
export interface Completed {
  readonly measureMs: number;
  readonly drawMs: number;
}

/**
 * Measures and draws what is not measured and drawn yet of a version that is ready: first what must be confirmed before it
 * can be published, then the areas, then the map. Each is stored when it is complete, so that what is killed or cancelled
 * continues there. Publishing, deleting and making versions need not wait for it.
 *
 * @returns undefined when the version has been deleted
 * @throws Refusal when the version does not exist, or another process measures or draws (`figures-busy`)
 */
export async function completeVersion(
  writer: Connection,
  versionId: number,
  writing: CoverageWriting,
): Promise<Completed | undefined> {
  return await withFiguresLock(writer, async () => {
    const { db } = writer;
    const startedAt = performance.now();
    requireReady(db, versionId);
    if (canMeasure(db, versionId)) {
      await measureLosses(writer, versionId, writing);
      await measureAreas(writer, versionId, writing);
      await storeSums(writer, versionId, writing);
    }
    const measuredAt = performance.now();
    await drawLayers(writer, undrawnLayers(db, versionId), writing);
    await transact(writer, (tx) => {
      forgetFiguresJobs(tx, versionId);
      writing.onCompleted?.(tx, versionId);
    });
    if (getVersion(db, versionId) === undefined) return undefined;
    return { measureMs: measuredAt - startedAt, drawMs: performance.now() - measuredAt };
  });
}

async function measureAreas(writer: Connection, versionId: number, writing: CoverageWriting): Promise<void> {
  if (getComparison(writer.db, versionId) !== undefined) return;
  writing.onProgress?.('measure-areas', 0, 0);
  const comparison = await inSnapshot(writer, (connection) => {
    const version = getVersion(connection.db, versionId);
    return version && compareVersions(connection, versionId, version.baseId ?? undefined, writing);
  });
  if (comparison === undefined) return;
  await transact(writer, (db) => {
    if (getVersion(db, versionId) !== undefined) insertComparison(db, versionId, comparison);
  });
}

/** Stores the sums from which large rectangles are measured. */
async function storeSums(writer: Connection, versionId: number, writing: CoverageWriting): Promise<void> {
  if (hasAreaBlocks(writer, versionId)) return;
  const blocks = await inSnapshot(writer, (connection) => {
    const version = getVersion(connection.db, versionId);
    return version && sumAreas(connection, versionId, version.baseId ?? undefined, writing);
  });
  if (blocks === undefined) return;
  await transact(writer, (db) => {
    if (getVersion(db, versionId) !== undefined) insertAreaBlocks({ db }, versionId, blocks);
  });
}
