import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import type { Connection } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import { addJob, getJob, jobsBefore, pageOfJobs } from '#db/jobs/jobs.ts';
import { type ClaimedJob, claimJob, endJob, queuesWithoutProcess, requeueJob, storeProgress } from '#db/jobs/queue.ts';
import { job } from '#db/jobs/schema.ts';
import { insertUpload, isUploadNeeded } from '#db/jobs/uploads.ts';
import { staff } from '#db/staff/schema.ts';
import { uploadFile } from '#flows/files/upload-files.ts';
import { noProgress } from '#lib/jobs/stages.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { refusalOf, wordsOf } from '#tests/support/refusals.ts';
import { ownUploadFolder } from '#tests/support/uploads.ts';
import { cancelJob, repeatJob } from './jobs.ts';

ownUploadFolder();

const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
const by = { actor: { who: 'jo@example.nz', address: '192.0.2.1' }, nowMs };
const uploadId = 'a'.repeat(32);

const add = ({ db }: Connection, title: string, more: { uploadId?: string } = {}) =>
  addJob(db, { kind: 'coverage import', title, parameters: { mode: 'join' }, ...more }, by);
const stateOf = (connection: Connection, id: number) => getJob(connection, id)?.state;
const auditOf = ({ sqlite }: Connection) =>
  sqlite.prepare('SELECT action, subject, who, before, after FROM audit_entry ORDER BY id').raw().all();

function claim(connection: Connection): ClaimedJob {
  const claimed = claimJob(connection, 'coverage', nowMs + 1000);
  if (claimed === undefined) throw new Error('There is nothing to claim.');
  return claimed;
}

/** Adds a complete upload. */
function addUpload({ db }: Connection): void {
  db.insert(staff).values({ id: 1, email: 'jo@example.nz', role: 'editor', createdAt: nowMs }).run();
  insertUpload(db, { id: uploadId, name: 'a.geojson', bytes: 5, queue: 'coverage', staffId: 1, createdAt: nowMs });
  mkdirSync(dirname(uploadFile(uploadId)), { recursive: true });
  writeFileSync(uploadFile(uploadId), '12345');
}

/** Makes the process of a job look dead. */
function killProcess({ db }: Connection, { id, claimedBy }: ClaimedJob): void {
  const dead = claimedBy.replace(` ${process.pid} `, ' 999999999 ');
  db.update(job).set({ claimedBy: dead }).where(eq(job.id, id)).run();
}

/** The reason for a refusal. */
const reasonOf = (attempt: () => unknown) => refusalOf(attempt).reason;

test('jobs run in the order they were added, one at a time, and each step is recorded', () => {
  const { writer } = freshDatabase();
  const [first, second] = [add(writer, 'First'), add(writer, 'Second')];
  expect(queuesWithoutProcess(writer)).toEqual(['coverage']);

  const claimed = claim(writer);
  expect(claimed).toMatchObject({ id: first, state: 'running', attempts: 1, parameters: { mode: 'join' } });
  expect(queuesWithoutProcess(writer)).toEqual([]);
  expect(claimJob(writer, 'coverage', nowMs)).toBeUndefined();
  const waiting = getJob(writer, second);
  expect(waiting && jobsBefore(writer, waiting).map(({ title }) => title)).toEqual(['First']);

  const obstacle = { code: 'web-answered', address: 'linz.example', status: 503 } as const;
  const progress = { stage: 'store-areas', done: 3, total: 9, stageStartedAt: nowMs, rate: 2, obstacle } as const;
  expect(storeProgress(writer, claimed, progress)).toBe('continue');
  expect(getJob(writer, first)).toMatchObject(progress);
  const outcome = { code: 'coverage-tidied' } as const;
  expect(endJob(writer.db, claimed, { state: 'done', outcome }, nowMs + 2000)).toBe(true);
  expect(getJob(writer, first)).toMatchObject({
    state: 'done',
    outcome,
    startedAt: nowMs + 1000,
    endedAt: nowMs + 2000,
  });

  expect(claim(writer).id).toBe(second);
  expect(auditOf(writer).map((row) => (row as string[]).slice(0, 3))).toEqual([
    ['work.start', 'First', 'jo@example.nz'],
    ['work.start', 'Second', 'jo@example.nz'],
  ]);
});

test('a waiting job is cancelled immediately, a running one is asked to stop, one that has ended is unchanged', () => {
  const { writer } = freshDatabase();
  const [first, second] = [add(writer, 'First'), add(writer, 'Second')];
  const claimed = claim(writer);
  cancelJob.within(writer.db, second, by);
  expect(getJob(writer, second)).toMatchObject({ state: 'cancelled', cancelledBy: 'jo@example.nz', endedAt: nowMs });

  cancelJob.within(writer.db, first, by);
  cancelJob.within(writer.db, first, by);
  expect(stateOf(writer, first)).toBe('running');
  expect(storeProgress(writer, claimed, noProgress)).toBe('cancel');
  endJob(writer.db, claimed, { state: 'cancelled' }, nowMs);
  const reason = reasonOf(() => cancelJob.within(writer.db, first, by));
  expect(reason).toEqual({ code: 'job-ended', state: 'cancelled' });
  expect(wordsOf(reason)).toBe('This job has already ended: it was cancelled.');
  expect(reasonOf(() => cancelJob.within(writer.db, 99, by))).toEqual({ code: 'job-gone' });
  expect(auditOf(writer).filter((row) => (row as string[])[0] === 'work.cancel')).toHaveLength(2);
});

test('a job whose process died is started again, at most three times', () => {
  const { writer } = freshDatabase();
  const id = add(writer, 'Import');
  for (const attempt of [1, 2, 3]) {
    const claimed = claim(writer);
    expect(claimed).toMatchObject({ id, attempts: attempt, stage: '' });
    killProcess(writer, claimed);
    expect(queuesWithoutProcess(writer)).toEqual(['coverage']);
    // the dead process returns: nothing it stores counts
    expect(
      storeProgress(writer, claimed, { ...noProgress, stage: 'tidy-up', done: 1, total: 1, stageStartedAt: 0 }),
    ).toBe('lost');
    expect(endJob(writer.db, claimed, { state: 'cancelled' }, nowMs)).toBe(false);
  }
  expect(claimJob(writer, 'coverage', nowMs)).toBeUndefined();
  const reason = { code: 'job-process-died', attempts: 3 } as const;
  expect(getJob(writer, id)).toMatchObject({ state: 'failed', fault: { reason }, endedAt: nowMs });
  expect(wordsOf(reason)).toMatch(/^This job was started 3 times, and its process died each time\./);
  expect(queuesWithoutProcess(writer)).toEqual([]);
});

test('a job whose process had no heartbeat for a minute is started again', () => {
  const { writer } = freshDatabase();
  add(writer, 'Import');
  const claimed = claim(writer);
  const beatAt = getJob(writer, claimed.id)?.heartbeatAt ?? 0;
  expect(queuesWithoutProcess(writer, [], beatAt + 60_000)).toEqual([]);
  expect(queuesWithoutProcess(writer, [], beatAt + 60_001)).toEqual(['coverage']);
  writer.db.update(job).set({ heartbeatAt: 0 }).run();
  expect(claim(writer)).toMatchObject({ id: claimed.id, attempts: 2 });
});

test('a job whose process died fails if its upload no longer exists, and is cancelled if that was requested', () => {
  const { writer } = freshDatabase();
  const [first, second] = [add(writer, 'First', { uploadId }), add(writer, 'Second')];
  killProcess(writer, claim(writer));
  killProcess(writer, claim(writer));
  expect(getJob(writer, first)).toMatchObject({ state: 'failed', fault: { reason: { code: 'job-lost-upload' } } });
  cancelJob.within(writer.db, second, by);
  expect(claimJob(writer, 'coverage', nowMs)).toBeUndefined();
  expect(stateOf(writer, second)).toBe('cancelled');
});

test('a server that stops puts its job back in the queue, and the attempt does not count', () => {
  const { writer } = freshDatabase();
  const [first] = [add(writer, 'First'), add(writer, 'Second')];
  requeueJob(writer.db, claim(writer));
  expect(getJob(writer, first)).toMatchObject({ state: 'waiting', attempts: 0, claimedBy: null });
  expect(claim(writer)).toMatchObject({ id: first, attempts: 1 });
});

test('an upload is needed while an unfinished job reads it', () => {
  const { writer } = freshDatabase();
  addUpload(writer);
  expect(isUploadNeeded(writer, uploadId)).toBe(false);
  add(writer, 'Import', { uploadId });
  expect(isUploadNeeded(writer, uploadId)).toBe(true);
  const claimed = claim(writer);
  expect(isUploadNeeded(writer, uploadId)).toBe(true);
  endJob(writer.db, claimed, { state: 'done', outcome: { code: 'coverage-tidied' } }, nowMs);
  expect(isUploadNeeded(writer, uploadId)).toBe(false);
});

test('a failed or cancelled job can be tried again, unless another job replaces it', () => {
  const { writer } = freshDatabase();
  const { db } = writer;
  addUpload(writer);
  const [first, second] = [add(writer, 'First', { uploadId }), add(writer, 'Second')];
  expect(reasonOf(() => repeatJob.within(db, first, by))).toEqual({ code: 'job-not-failed' });
  expect(reasonOf(() => repeatJob.within(db, 99, by))).toEqual({ code: 'job-gone' });
  const fault = { reason: { code: 'worded', sentence: 'No.' }, faults: [], total: 0 } as const;
  endJob(db, claim(writer), { state: 'failed', fault }, nowMs);
  cancelJob.within(db, second, by);
  const again = repeatJob.within(db, first, by);
  const { kind, title, parameters } = getJob(writer, first) ?? {};
  expect(getJob(writer, again)).toMatchObject({ kind, title, parameters, uploadId, state: 'waiting', fault: null });
  expect(getJob(writer, repeatJob.within(db, second, by))).toMatchObject({ title: 'Second', state: 'waiting' });

  db.update(job).set({ kind: 'register delivery' }).where(eq(job.id, first)).run();
  expect(reasonOf(() => repeatJob.within(db, first, by))).toEqual({ code: 'job-retried-elsewhere' });
  db.update(job).set({ kind: 'of a newer version' }).where(eq(job.id, first)).run();
  const reason = { code: 'job-kind-unknown', kind: 'of a newer version' } as const;
  expect(reasonOf(() => repeatJob.within(db, first, by))).toEqual(reason);
  expect(wordsOf(reason)).toBe('This version of Wātea has no jobs of the kind “of a newer version”.');
});

test('a job whose file no longer exists cannot be tried again', () => {
  const { writer } = freshDatabase();
  const first = add(writer, 'First', { uploadId });
  cancelJob.within(writer.db, first, by);
  const reason = reasonOf(() => repeatJob.within(writer.db, first, by));
  expect([reason, wordsOf(reason)]).toEqual([
    { code: 'upload-gone' },
    'The uploaded file no longer exists: upload it again.',
  ]);
});

test('the list is paged, sorted, searched and filtered', () => {
  const { writer } = freshDatabase();
  for (const title of ['Coverage from b', 'Coverage from a', 'Names of 50 %']) add(writer, title);
  claim(writer);
  const titles = (more: object) =>
    pageOfJobs(writer, {
      sort: 'asked',
      descending: true,
      page: 1,
      pageSize: 2,
      search: '',
      state: undefined,
      ...more,
    }).rows.map(({ title }) => title);
  expect(titles({})).toEqual(['Names of 50 %', 'Coverage from a']);
  expect(titles({ page: 2 })).toEqual(['Coverage from b']);
  expect(titles({ sort: 'title', descending: false })).toEqual(['Coverage from a', 'Coverage from b']);
  expect(titles({ search: '50 %' })).toEqual(['Names of 50 %']);
  expect(titles({ state: 'running' })).toEqual(['Coverage from b']);
});
