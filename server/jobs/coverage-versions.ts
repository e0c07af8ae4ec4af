import { z } from 'zod';
import { withCoverageLock } from '#db/broadband/lock.ts';
import { getVersion, requireReady } from '#db/broadband/versions.ts';
import type { Db } from '#db/client.ts';
import { completeVersion } from '#flows/broadband/figures/complete-version.ts';
import { publishVersion, rollBack } from '#flows/broadband/publish-version.ts';
import { rebaseVersion } from '#flows/broadband/rebase-version.ts';
import { tidyCoverage } from '#flows/broadband/remove-version.ts';
import { retireLayer } from '#flows/broadband/retire-layer.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { Refusal } from '#lib/refusal.ts';
import type { JobContext } from './runner.ts';

const ofVersion = z.object({ versionId: z.number() });
const ofLayer = z.object({ layerId: z.number() });

/** Rebuilds a version on the published one; the result waits to be checked and published. */
export async function rebuildVersion(context: JobContext): Promise<JobOutcome> {
  const { database, nowMs, finishWithin } = context;
  const { versionId } = ofVersion.parse(context.parameters);
  const outcomeOf = (id: number, baseId: number | undefined): JobOutcome => ({
    ...{ code: 'coverage-rebuilt', id, from: versionId, baseId: baseId ?? null },
  });
  const onReady: CoverageWriting['onReady'] = (db, id) =>
    finishWithin(db, outcomeOf(id, getVersion(db, id)?.baseId ?? undefined));
  const rebuilt = await withCoverageLock(database.writer, nowMs, () =>
    rebaseVersion(database.writer, versionId, { ...writingOf(context), onReady }),
  );
  return outcomeOf(rebuilt.versionId, rebuilt.baseId);
}

/**
 * Publishes a version after making its dropped cell index again, or measuring how much it takes away.
 *
 * @throws Refusal when that is so much that somebody must confirm it
 */
export async function publishIndexed(context: JobContext): Promise<JobOutcome> {
  const { versionId } = ofVersion.parse(context.parameters);
  const publishing = await publishVersion(context.database, versionId, writingOf(context));
  if (publishing.outcome === 'unconfirmed')
    throw new Refusal({ code: 'losses-unconfirmed', versionId, losses: publishing.losses });
  const { outcome } = publishing;
  await tidyCoverage(context.database, writingOf(context));
  if (outcome !== 'published' && outcome !== 'already-published')
    throw new Error(`Coverage version ${versionId}: ${outcome}.`);
  return { code: 'coverage-published', id: versionId };
}

/** Rolls back from a version to the one published before, after making its dropped cell index again. */
export async function rollBackIndexed(context: JobContext): Promise<JobOutcome> {
  const { versionId: from } = ofVersion.parse(context.parameters);
  const { versionId } = await rollBack(context.database, writingOf(context), from);
  await tidyCoverage(context.database, writingOf(context));
  return { code: 'coverage-rolled-back', id: versionId, from };
}

/** Makes a version without one layer of the published one; it waits to be checked and published. */
export async function retireCoverageLayer(context: JobContext): Promise<JobOutcome> {
  const { layerId } = ofLayer.parse(context.parameters);
  const outcomeOf = (db: Db, id: number): JobOutcome => {
    const { baseId, note } = requireReady(db, id);
    return { code: 'layer-retired', id, baseId, note };
  };
  const onReady: CoverageWriting['onReady'] = (db, id) => context.finishWithin(db, outcomeOf(db, id));
  const { id } = await retireLayer(context.database, layerId, { ...writingOf(context), onReady });
  return outcomeOf(context.database.writer.db, id);
}

/** Measures and draws a version that is ready. */
export async function completeCoverage(context: JobContext): Promise<JobOutcome> {
  const { versionId } = ofVersion.parse(context.parameters);
  const { writer } = context.database;
  const isGone = getVersion(writer.db, versionId) === undefined;
  const completed = isGone ? undefined : await completeVersion(writer, versionId, writingOf(context));
  return { code: completed === undefined ? 'coverage-gone' : 'coverage-completed', id: versionId };
}

/** Removes old versions and what only they had. */
export async function tidyUp(context: JobContext): Promise<JobOutcome> {
  const isDone = await tidyCoverage(context.database, writingOf(context));
  return { code: isDone ? 'coverage-tidied' : 'coverage-tidied-elsewhere' };
}

function writingOf({ actor, nowMs, report }: JobContext): CoverageWriting {
  return { actor, nowMs, onProgress: report };
}
