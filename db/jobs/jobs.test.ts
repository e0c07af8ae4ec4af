import { expect, test } from 'vitest';
import type { Connection } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import { job } from '#db/jobs/schema.ts';
import { staff } from '#db/staff/schema.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { addJob, cancelJob, getJob, jobsBefore, repeatJob } from './jobs.ts';
import { pageOfJobs } from './list.ts';
import { type ClaimedJob, claimJob, endJob, putJobBack, queuesWithoutProcess, showProgress } from './queue.ts';
import { addUpload, isUploadNeeded } from './uploads.ts';

const nowMs = Date.parse('2026-11-20T12:00:00+13:00');
const by = { actor: { who: 'jo@example.nz', address: '192.0.2.1' }, nowMs };
const uploadId = 'a'.repeat(32);

const ask = ({ db }: Connection, title: string, more: { uploadId?: string } = {}) =>
  addJob(db, { kind: 'coverage import', title, parameters: { mode: 'join' }, ...more }, by);
const stateOf = (connection: Connection, id: number) => getJob(connection, id)?.state;
const auditOf = ({ sqlite }: Connection) =>
  sqlite.prepare('SELECT action, subject, who, before, after FROM audit_entry ORDER BY id').raw().all();

function claim(connection: Connection): ClaimedJob {
  const held = claimJob(connection, 'coverage', nowMs + 1000);
  if (held === undefined) throw new Error('There is nothing to claim.');
  return held;
}

/** Makes the process that holds this work look dead. */
function killHolder({ db }: Connection, { id, holder }: ClaimedJob): void {
  const dead = holder.replace(` ${process.pid} `, ' 999999999 ');
  db.update(job).set({ holder: dead }).where(eq(job.id, id)).run();
}

test('work is done in the order it was asked for, one at a time, and each step is recorded', () => {
  const { writer } = freshDatabase();
  const [first, second] = [ask(writer, 'First'), ask(writer, 'Second')];
  expect(queuesWithoutProcess(writer)).toEqual(['coverage']);

  const held = claim(writer);
  expect(held).toMatchObject({ id: first, state: 'running', attempts: 1, parameters: { mode: 'join' } });
  expect(queuesWithoutProcess(writer)).toEqual([]);
  expect(claimJob(writer, 'coverage', nowMs)).toBeUndefined();
  const waiting = getJob(writer, second);
  expect(waiting && jobsBefore(writer, waiting).map(({ title }) => title)).toEqual(['First']);

  const progress = { stage: 'store-areas', done: 3, total: 9, stageStartedAt: nowMs } as const;
  expect(showProgress(writer, held, progress)).toBe('go on');
  expect(getJob(writer, first)).toMatchObject(progress);
  const outcome = { code: 'coverage-tidied' } as const;
  expect(endJob(writer.db, held, { state: 'done', outcome }, nowMs + 2000)).toBe(true);
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

test('what waits is cancelled at once, what runs is asked to end, what has ended stays', () => {
  const { writer } = freshDatabase();
  const [first, second] = [ask(writer, 'First'), ask(writer, 'Second')];
  const held = claim(writer);
  cancelJob(writer.db, second, by);
  expect(getJob(writer, second)).toMatchObject({ state: 'cancelled', cancelledBy: 'jo@example.nz', endedAt: nowMs });

  cancelJob(writer.db, first, by);
  cancelJob(writer.db, first, by);
  expect(stateOf(writer, first)).toBe('running');
  expect(showProgress(writer, held, { stage: '', done: 0, total: 0, stageStartedAt: null })).toBe('cancel');
  endJob(writer.db, held, { state: 'cancelled' }, nowMs);
  expect(() => cancelJob(writer.db, first, by)).toThrow('This has ended already: it is cancelled.');
  expect(() => cancelJob(writer.db, 99, by)).toThrow('There is no such work.');
  expect(auditOf(writer).filter((row) => (row as string[])[0] === 'work.cancel')).toHaveLength(2);
});

test('work whose process died is begun anew, at most three times', () => {
  const { writer } = freshDatabase();
  const id = ask(writer, 'Import');
  for (const attempt of [1, 2, 3]) {
    const held = claim(writer);
    expect(held).toMatchObject({ id, attempts: attempt, stage: '' });
    killHolder(writer, held);
    expect(queuesWithoutProcess(writer)).toEqual(['coverage']);
    // the dead one comes back: what it says counts no more
    expect(showProgress(writer, held, { stage: 'tidy-up', done: 1, total: 1, stageStartedAt: 0 })).toBe('not ours');
    expect(endJob(writer.db, held, { state: 'cancelled' }, nowMs)).toBe(false);
  }
  expect(claimJob(writer, 'coverage', nowMs)).toBeUndefined();
  expect(getJob(writer, id)).toMatchObject({
    state: 'failed',
    fault: { sentence: expect.stringContaining('begun 3 times') },
    endedAt: nowMs,
  });
  expect(queuesWithoutProcess(writer)).toEqual([]);
});

test('work whose process gave no sign of life for a minute is begun anew', () => {
  const { writer } = freshDatabase();
  ask(writer, 'Import');
  const held = claim(writer);
  writer.db
    .update(job)
    .set({ heartbeatAt: Date.now() - 50_000 })
    .run();
  expect(queuesWithoutProcess(writer)).toEqual([]);
  writer.db
    .update(job)
    .set({ heartbeatAt: Date.now() - 61_000 })
    .run();
  expect(queuesWithoutProcess(writer)).toEqual(['coverage']);
  expect(claim(writer)).toMatchObject({ id: held.id, attempts: 2 });
});

test('work whose process died fails when its upload is gone, and is cancelled when somebody wanted that', () => {
  const { writer } = freshDatabase();
  const [first, second] = [ask(writer, 'First', { uploadId }), ask(writer, 'Second')];
  killHolder(writer, claim(writer));
  killHolder(writer, claim(writer));
  expect(getJob(writer, first)).toMatchObject({
    state: 'failed',
    fault: { sentence: expect.stringContaining('the uploaded file is gone') },
  });
  cancelJob(writer.db, second, by);
  expect(claimJob(writer, 'coverage', nowMs)).toBeUndefined();
  expect(stateOf(writer, second)).toBe('cancelled');
});

test('a server that stops puts the work back to where it was, and that attempt does not count', () => {
  const { writer } = freshDatabase();
  const [first] = [ask(writer, 'First'), ask(writer, 'Second')];
  putJobBack(writer.db, claim(writer));
  expect(getJob(writer, first)).toMatchObject({ state: 'waiting', attempts: 0, holder: null });
  expect(claim(writer)).toMatchObject({ id: first, attempts: 1 });
});

test('an upload is needed while work that waits or runs reads it', () => {
  const { writer } = freshDatabase();
  const { db } = writer;
  db.insert(staff).values({ id: 1, email: 'jo@example.nz', role: 'editor', createdAt: nowMs }).run();
  addUpload(db, { id: uploadId, name: 'a.geojson', bytes: 5, queue: 'coverage', staffId: 1 }, by);
  expect(isUploadNeeded(writer, uploadId)).toBe(false);
  ask(writer, 'Import', { uploadId });
  expect(isUploadNeeded(writer, uploadId)).toBe(true);
  const held = claim(writer);
  expect(isUploadNeeded(writer, uploadId)).toBe(true);
  endJob(db, held, { state: 'done', outcome: { code: 'coverage-tidied' } }, nowMs);
  expect(isUploadNeeded(writer, uploadId)).toBe(false);
});

test('what failed or was cancelled can be asked for once more, but not what something else looks after', () => {
  const { writer } = freshDatabase();
  const [first, second] = [ask(writer, 'First', { uploadId }), ask(writer, 'Second')];
  expect(() => repeatJob(writer.db, first, by)).toThrow('Only what failed or was cancelled can be tried again.');
  expect(() => repeatJob(writer.db, 99, by)).toThrow('There is no such work.');
  const fault = { reason: { code: 'worded', sentence: 'No.' }, faults: [], total: 0 } as const;
  endJob(writer.db, claim(writer), { state: 'failed', fault }, nowMs);
  cancelJob(writer.db, second, by);
  const again = repeatJob(writer.db, first, by);
  const { kind, title, parameters } = getJob(writer, first) ?? {};
  expect(getJob(writer, again)).toMatchObject({ kind, title, parameters, uploadId, state: 'waiting', fault: null });
  expect(getJob(writer, repeatJob(writer.db, second, by))).toMatchObject({ title: 'Second', state: 'waiting' });

  writer.db.update(job).set({ kind: 'register delivery' }).where(eq(job.id, first)).run();
  expect(() => repeatJob(writer.db, first, by)).toThrow('This cannot be tried again by hand.');
});

test('the list is paged, ordered, searched and filtered', () => {
  const { writer } = freshDatabase();
  for (const title of ['Coverage from b', 'Coverage from a', 'Names of 50 %']) ask(writer, title);
  claim(writer);
  const titles = (more: object) =>
    pageOfJobs(writer, {
      ...{ sort: 'asked', descending: true, page: 1, pageSize: 2, search: '', state: undefined },
      ...more,
    }).rows.map(({ title }) => title);
  expect(titles({})).toEqual(['Names of 50 %', 'Coverage from a']);
  expect(titles({ page: 2 })).toEqual(['Coverage from b']);
  expect(titles({ sort: 'title', descending: false })).toEqual(['Coverage from a', 'Coverage from b']);
  expect(titles({ search: '50 %' })).toEqual(['Names of 50 %']);
  expect(titles({ state: 'running' })).toEqual(['Coverage from b']);
});
