import { z } from 'zod';
import { withCoverageLock } from '#db/broadband/lock.ts';
import { getVersion, requireReady } from '#db/broadband/versions.ts';
import type { Db } from '#db/client.ts';
import { completeVersion } from '#flows/broadband/figures/complete-version.ts';
import { coverageFileAt } from '#flows/broadband/import/coverage-file.ts';
import { importCoverage } from '#flows/broadband/import/import-coverage.ts';
import { retireLayer } from '#flows/broadband/publication.ts';
import { publishVersion, rollBack } from '#flows/broadband/publish-version.ts';
import { type RebuiltAndPublished, rebaseVersion, rebuildAndPublish } from '#flows/broadband/rebase-version.ts';
import { tidyCoverage } from '#flows/broadband/remove-version.ts';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import { makeOpenData } from '#flows/open-data/make-files.ts';
import { measureStatistics } from '#flows/statistics/measure-statistics.ts';
import type { ImportedFacts } from '#lib/broadband/import/imported.ts';
import { importRequest } from '#lib/broadband/import/mapping/choices.ts';
import { settings } from '#lib/env.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { Refusal } from '#lib/refusal.ts';
import { type JobContext, requireUpload } from './runner.ts';

const ofVersion = z.object({ versionId: z.number() });
/** `publish`: also publish the result. */
const rebuild = ofVersion.extend({ publish: z.boolean().default(false) });
const ofLayer = z.object({ layerId: z.number() });

/** Rebuilds a version on the published one. The result is published if that was asked for and takes away little, or waits. */
export async function rebuildVersion(context: JobContext): Promise<JobOutcome> {
  const { versionId, publish } = rebuild.parse(context.parameters);
  const { database, nowMs } = context;
  const { writer } = database;
  if (!publish) {
    const writing = { ...writingOf(context), onReady: endAsRebuilt(context, versionId) };
    const { versionId: id, baseId } = await withCoverageLock(writer, nowMs, () =>
      rebaseVersion(writer, versionId, writing),
    );
    return rebuiltOutcome(versionId, id, baseId);
  }
  const outcomeOf = ({ versionId: id, baseId, published }: RebuiltAndPublished): JobOutcome =>
    published === undefined
      ? rebuiltOutcome(versionId, id, baseId)
      : { code: 'coverage-published', id, from: versionId };
  const rebuilt = await withCoverageLock(writer, nowMs, () =>
    rebuildAndPublish(writer, versionId, writingOf(context), (db, made) => context.finishWithin(db, outcomeOf(made))),
  );
  await tidyCoverage(database, writingOf(context));
  return outcomeOf(rebuilt);
}

function rebuiltOutcome(from: number, id: number, baseId: number | undefined): JobOutcome {
  return { code: 'coverage-rebuilt', id, from, baseId: baseId ?? null };
}

/** Ends a job in the transaction that makes the rebuilt version ready. */
function endAsRebuilt({ finishWithin }: JobContext, from: number): CoverageWriting['onReady'] {
  return (db, id) => finishWithin(db, rebuiltOutcome(from, id, getVersion(db, id)?.baseId ?? undefined));
}

/**
 * Publishes a version after making its dropped cell index again, or measuring how much it takes away.
 *
 * @throws Refusal when that is so much that it must be confirmed
 */
export async function publishIndexed(context: JobContext): Promise<JobOutcome> {
  const { versionId } = ofVersion.parse(context.parameters);
  const outcome = { code: 'coverage-published', id: versionId } as const;
  const onPublished: CoverageWriting['onPublished'] = (db) => context.finishWithin(db, outcome);
  const onReady = endAsRebuilt(context, versionId);
  const writing = { ...writingOf(context), onPublished, onReady };
  const publishing = await publishVersion(context.database, versionId, writing);
  if (publishing.outcome === 'unconfirmed')
    throw new Refusal({ code: 'losses-unconfirmed', versionId, losses: publishing.losses });
  if (publishing.outcome === 'rebuilt') return rebuiltOutcome(versionId, publishing.versionId, publishing.baseId);
  await tidyCoverage(context.database, writingOf(context));
  return outcome;
}

/** Rolls back from a version to the one published before, after making its dropped cell index again. */
export async function rollBackIndexed(context: JobContext): Promise<JobOutcome> {
  const { versionId: from } = ofVersion.parse(context.parameters);
  const outcomeOf = (id: number): JobOutcome => ({ code: 'coverage-rolled-back', id, from });
  const onPublished: CoverageWriting['onPublished'] = (db, id) => context.finishWithin(db, outcomeOf(id));
  const { versionId } = await rollBack(context.database, { ...writingOf(context), onPublished }, from);
  await tidyCoverage(context.database, writingOf(context));
  return outcomeOf(versionId);
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

/** Measures and draws a version that is ready, unless it was deleted. */
export async function completeCoverage(context: JobContext): Promise<JobOutcome> {
  const { versionId: id } = ofVersion.parse(context.parameters);
  const { writer } = context.database;
  const outcomeOf = (db: Db): JobOutcome => ({
    code: getVersion(db, id) === undefined ? 'coverage-gone' : 'coverage-completed',
    id,
  });
  const onCompleted: CoverageWriting['onCompleted'] = (db) => context.finishWithin(db, outcomeOf(db));
  if (getVersion(writer.db, id) !== undefined) {
    await completeVersion(writer, id, { ...writingOf(context), onCompleted });
  }
  return outcomeOf(writer.db);
}

/** Measures a published version for each set of areas that has no figures of it. */
export async function measureAreas(context: JobContext): Promise<JobOutcome> {
  const { versionId: id } = ofVersion.parse(context.parameters);
  const { database, nowMs, report: onProgress } = context;
  const sets: string[] = [];
  const outcome: JobOutcome = { code: 'areas-measured', id, sets };
  await measureStatistics(database.writer, id, {
    nowMs,
    onProgress,
    onMeasured: (db, measured) => {
      sets.push(...measured);
      context.finishWithin(db, outcome);
    },
  });
  return outcome;
}

/** Makes the files of open data. */
export async function makeDataFiles({ database, nowMs, report, finishWithin }: JobContext): Promise<JobOutcome> {
  const versions = await makeOpenData(database, {
    nowMs,
    baseUrl: settings().baseUrl,
    onProgress: report,
    onMade: (db, made) => finishWithin(db, { code: 'open-data-made', versions: made }),
  });
  return { code: 'open-data-made', versions };
}

/** Removes old versions and what only they had. */
export async function tidyUp(context: JobContext): Promise<JobOutcome> {
  const isDone = await tidyCoverage(context.database, writingOf(context));
  return { code: isDone ? 'coverage-tidied' : 'coverage-tidied-elsewhere' };
}

function writingOf({ actor, nowMs, report }: JobContext): CoverageWriting {
  return { actor, nowMs, onProgress: report };
}

/** Makes a version from an uploaded file on top of what is published, ready to be checked and published. */
export async function importCoverageFile(context: JobContext): Promise<JobOutcome> {
  const { database, actor, nowMs, report, finishWithin } = context;
  const { inspection, ...given } = importRequest.parse(context.parameters);
  const { path, name, mostBytes } = requireUpload(context);
  const imported = await importCoverage(database, coverageFileAt(path, name, mostBytes), {
    ...given,
    isExplained: inspection !== undefined,
    nowMs,
    actor,
    onProgress: report,
    onImported: (db, made) => finishWithin(db, outcomeOf(made)),
  });
  return outcomeOf(imported);
}

function outcomeOf({ id, layers, newProviders, report, format, projection, notes }: ImportedFacts): JobOutcome {
  return { code: 'coverage-imported', id, layers, newProviders, report, format, projection, notes };
}
