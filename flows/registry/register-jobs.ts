import { z } from 'zod';
import type { Connection } from '#db/client.ts';
import { addJob, getJob, type Job, latestJobOf } from '#db/jobs/jobs.ts';
import { getLastImport } from '#db/registry/runs.ts';
import { change } from '#flows/change.ts';
import { requireCompleteUpload, requireStoredUpload } from '#flows/jobs/uploads.ts';
import { line, oneOf, rowId } from '#lib/fields.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { type ImportPreview, tooManyMissing } from '#lib/registry/import/difference.ts';
import { stalenessOf } from '#lib/registry/release/release.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { dayWords } from '#lib/time/date-words.ts';
import { dueRelease } from './release-job.ts';
import { requireLastImport } from './undo-import.ts';

const feedKind = oneOf(['merge', 'replace']);
const upload = z.custom<string>((given) => typeof given === 'string' && /^[0-9a-f]{32}$/.test(given), {
  params: { reason: { code: 'no-file-chosen' } },
});

/** What each kind of register job is given. */
export const registerJobs = {
  comparison: z.object({ kind: feedKind }),
  import: z.object({ kind: feedKind, acceptsMissing: z.boolean(), expectedLastRun: z.number() }),
  undo: z.object({ run: z.number() }),
  release: z.object({ scheduleDate: z.number() }),
} as const;

const comparisonRequest = z.object({ uploadId: upload, kind: feedKind, staffId: rowId });

/** Asks for a comparison of a file that this member of staff has uploaded with the register. @returns the job's number */
export const compareUpload = change(comparisonRequest, (db, { uploadId, kind, staffId }, by) => {
  const { name } = requireCompleteUpload(db, { id: uploadId, staffId, queue: 'register' });
  const parameters: z.input<typeof registerJobs.comparison> = { kind };
  return addJob(db, { kind: 'register preview', title: `Compare ${name}`, parameters, uploadId }, by);
});

/**
 * Asks for the import of a file that has been compared. When the file lacks too many names, `typed` must confirm their
 * number. @returns the number of the job
 */
export const importCompared = change(z.object({ comparison: rowId, typed: line() }), (db, given, by) => {
  const { job, found } = getComparison({ db }, given.comparison) ?? {};
  if (found === undefined || job?.uploadId == null) throw new Refusal({ code: 'comparison-gone' });
  const expected = tooManyMissing(found)?.absent.toString();
  if (expected !== undefined && given.typed !== expected)
    throw refusalAt('typed', { code: 'confirmation-differs', expected });
  const { uploadId } = job;
  const title = `Import ${requireStoredUpload(db, uploadId).name}`;
  const parameters: z.input<typeof registerJobs.import> = {
    kind: found.kind,
    acceptsMissing: expected !== undefined,
    expectedLastRun: found.lastRun,
  };
  return addJob(db, { kind: 'register import', title, parameters, uploadId }, by);
});

/** Asks for the undo of an import, which must be the last. @returns the number of the job */
export const requestUndo = change(rowId, (db, run, by) => {
  const { source } = requireLastImport({ db }, run);
  const parameters: z.input<typeof registerJobs.undo> = { run };
  return addJob(db, { kind: 'register undo', title: `Undo the import of ${source}`, parameters }, by);
});

/** `feedMaxAgeMs`: how old the last import may be (`FEED_MAX_AGE`); undefined for any age. */
const releaseRequest = z.object({ scheduleDate: rowId, feedMaxAgeMs: z.number().optional() });

/** Asks for a release job that was missed. @returns the number of the job */
export const requestRelease = change(releaseRequest, (db, { scheduleDate, feedMaxAgeMs }, by) => {
  if (dueRelease({ db }, by.nowMs)?.scheduleDate !== scheduleDate) throw new Refusal({ code: 'release-has-run' });
  const stale = stalenessOf(getLastImport({ db })?.startedAt, by.nowMs, feedMaxAgeMs);
  if (stale !== undefined) throw new Refusal(stale);
  const parameters: z.input<typeof registerJobs.release> = { scheduleDate };
  return addJob(
    db,
    { kind: 'register release', title: `Release job of ${dayWords(dayOf(scheduleDate))}`, parameters },
    by,
  );
});

interface RegisterComparison {
  readonly job: Job;
  /** What it found, once it is done. */
  readonly found: ImportPreview | undefined;
  /** The latest import of the compared file, if it was asked for. */
  readonly imported: Job | undefined;
}

/** The comparison job of this number. */
export function getComparison(connection: Pick<Connection, 'db'>, id: number): RegisterComparison | undefined {
  const job = getJob(connection, id);
  if (job?.kind !== 'register preview') return undefined;
  const { outcome, uploadId } = job;
  return {
    job,
    found: outcome?.code === 'register-compared' ? outcome.preview : undefined,
    imported: uploadId === null ? undefined : latestJobOf(connection, { kind: 'register import', uploadId }),
  };
}
