import { canMeasure, getComparison, getLosses } from '#db/broadband/comparisons.ts';
import { hasAreaBlocks } from '#db/broadband/measure/area-blocks.ts';
import { listVersions } from '#db/broadband/versions.ts';
import type { Connection, Db } from '#db/client.ts';
import { deleteWaitingJobs, getUnfinishedJob, insertJob } from '#db/jobs/jobs.ts';
import { undrawnLayers } from '#db/tiles/drawings.ts';

/** Who adds jobs that nobody asks for. */
const byItself = { who: 'the server', address: null };

const kind = 'coverage figures';

/** Adds the job that measures and draws a version. Call it in the transaction that makes the version ready. */
export function addFiguresJob(db: Db, versionId: number, nowMs: number): void {
  const title = `Figures and map of coverage version ${versionId}`;
  insertJob(db, { kind, title, parameters: { versionId } }, { actor: byItself, nowMs });
}

/** Forgets the job of a version that was measured and drawn by another process. */
export function forgetFiguresJobs(db: Db, versionId: number): void {
  deleteWaitingJobs(db, kind, { versionId });
}

/**
 * Adds a job for each version that is not measured, summed or drawn, and has none: such as those of an older release, or drawn
 * in an older form.
 */
export function addMissingFiguresJobs(writer: Connection, nowMs: number): void {
  const { db } = writer;
  for (const { id, state } of listVersions(writer)) {
    if (state !== 'ready' || getUnfinishedJob(writer, kind, { versionId: id }) !== undefined) continue;
    const isCompared = getLosses(db, id) !== undefined && getComparison(db, id) !== undefined;
    const isMeasured = isCompared && hasAreaBlocks(writer, id);
    const isComplete = (isMeasured || !canMeasure(db, id)) && undrawnLayers(db, id).length === 0;
    if (!isComplete) addFiguresJob(db, id, nowMs);
  }
}
