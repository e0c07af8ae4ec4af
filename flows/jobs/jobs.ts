import { recordChange } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import { addJob, getJob, type Job, markCancelled } from '#db/jobs/jobs.ts';
import { change } from '#flows/change.ts';
import { rowId } from '#lib/fields.ts';
import { isRepeatable, parseJobKind } from '#lib/jobs/kinds.ts';
import { Refusal, required } from '#lib/refusal.ts';
import { requireStoredUpload } from './uploads.ts';

/** Cancels anybody's job: a waiting one immediately, a running one within seconds. */
export const cancelJob = change(rowId, (db, id, { actor, nowMs }): void => {
  const { state, title, cancelledBy } = requireJob(db, id);
  if (state !== 'waiting' && state !== 'running') throw new Refusal({ code: 'job-ended', state });
  if (cancelledBy !== null) return;
  markCancelled(db, { id, state }, actor.who, nowMs);
  const before = { number: id, state };
  recordChange(db, { actor, action: 'work.cancel', subject: title, before, after: null }, nowMs);
});

/** Runs a job again that failed or was cancelled, on the same file with the same parameters. @returns the new job's number */
export const repeatJob = change(rowId, (db, id, by): number => {
  const { state, title, parameters, uploadId, kind: kindName } = requireJob(db, id);
  if (state !== 'failed' && state !== 'cancelled') throw new Refusal({ code: 'job-not-failed' });
  const kind = required(parseJobKind(kindName), { code: 'job-kind-unknown', kind: kindName });
  if (!isRepeatable(kind)) throw new Refusal({ code: 'job-retried-elsewhere' });
  if (uploadId !== null) requireStoredUpload(db, uploadId);
  return addJob(db, { kind, title, parameters, ...(uploadId === null ? {} : { uploadId }) }, by);
});

function requireJob(db: Db, id: number): Job {
  return required(getJob({ db }, id), { code: 'job-gone' });
}
