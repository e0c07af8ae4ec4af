import { afterEach, beforeEach, expect, test } from 'vitest';
import { readGeneration } from '#db/generation.ts';
import { releaseRun } from '#db/registry/schema.ts';
import { openRegisterFixture, type RegisterFixture } from '#tests/models/register.ts';
import { dueRelease, runReleaseJob } from './release-job.ts';

const instant = (text: string) => Date.parse(text);
const midnight = instant('2026-11-20T00:00:00+13:00');
const dayBefore = instant('2026-11-19T12:00:00+13:00');

let register: RegisterFixture;
beforeEach(() => {
  register = openRegisterFixture();
});
afterEach(() => register.close());

const run = (scheduleDate: number, nowMs: number, kind: 'scheduled' | 'catch-up' | 'command' = 'scheduled') =>
  runReleaseJob(register.connections.writer, { scheduleDate, kind, nowMs });
const runs = () => register.connections.reader.db.select().from(releaseRun).all();
const published = () => readGeneration(register.connections.reader.db, 'register').value;

/** The cancellation whose release date is `date`: 90 days before at the same time of day. */
const cancelledFor = { before: '2026-08-21 23:59:59+12:00', exactly: '2026-08-22 00:00:00+12:00' };

test('R9: a name whose release date is earlier than the schedule date is available from the end of the window', async () => {
  await register.import([`a.nz,2020-01-01,${cancelledFor.before}`], dayBefore);
  const at = (time: string) => register.statusAt('a.nz', instant(`2026-11-${time}+13:00`));
  expect(at('19T23:59:59')).toBe('PendingRelease');
  expect(at('20T00:00:34')).toBe('PendingRelease');
  const done = await run(midnight, midnight);
  expect(done).toMatchObject({ isNew: true, scheduleDate: midnight, kind: 'scheduled', released: 1 });
  expect(done.freeAt).toBe(instant('2026-11-20T00:00:34+13:00'));
  expect(at('20T00:00:00')).toBe('PendingRelease');
  expect(at('20T00:00:33')).toBe('PendingRelease');
  expect(register.statusAt('a.nz', done.freeAt - 1)).toBe('PendingRelease');
  expect(at('20T00:00:34')).toBe('Available');
});

test('R9: a release date equal to the schedule date, an active name and a marked one are left alone', async () => {
  await register.import(
    [`equal.nz,2020-01-01,${cancelledFor.exactly}`, `marked.nz,2020-01-01,2026-08-01`, 'active.nz,2020-01-01,'],
    dayBefore,
  );
  await run(instant('2026-11-19T00:00:00+13:00'), instant('2026-11-19T00:00:00+13:00'));
  const done = await run(midnight, midnight);
  expect(done).toMatchObject({ released: 0, isNew: true });
  expect(register.statusAt('equal.nz', midnight + 60_000)).toBe('PendingRelease');
  expect(register.statusAt('active.nz', midnight + 60_000)).toBe('Active');
  expect(register.statusAt('marked.nz', instant('2026-11-19T00:00:34+13:00'))).toBe('Available');
});

test.each([
  ['the end of daylight saving', '2026-04-05T00:00:00+13:00', '2026-04-05T00:00:34+13:00'],
  ['the day after', '2026-04-06T00:00:00+12:00', '2026-04-06T00:00:34+12:00'],
  ['its start', '2026-09-27T00:00:00+12:00', '2026-09-27T00:00:34+12:00'],
  ['the day after its start', '2026-09-28T00:00:00+13:00', '2026-09-28T00:00:34+13:00'],
])('R9: the window is the local one at %s', async (_what, scheduleDate, freeAt) => {
  await register.import(['a.nz,2020-01-01,2025-10-01'], instant('2026-01-01T00:00:00+13:00'));
  expect(await run(instant(scheduleDate), instant(scheduleDate))).toMatchObject({
    released: 1,
    freeAt: instant(freeAt),
  });
});

test('R9: a second run changes nothing and says so', async () => {
  await register.import([`a.nz,2020-01-01,${cancelledFor.before}`], dayBefore);
  const first = await run(midnight, midnight);
  const revision = published();
  await register.import([`b.nz,2020-01-01,${cancelledFor.before}`], midnight);
  const second = await run(midnight, midnight + 3_600_000);
  expect(second).toEqual({ ...first, isNew: false });
  expect(register.statusAt('b.nz', midnight + 3_600_000)).toBe('PendingRelease');
  expect(runs()).toHaveLength(1);
  expect(first.revision).toBe(revision);
});

test('R9: a job earlier than the last one run is covered by it', async () => {
  const first = await run(midnight, midnight);
  expect(await run(midnight - 86_400_000, midnight + 1000)).toEqual({ ...first, isNew: false });
  expect(runs()).toHaveLength(1);
});

test('R9: names of a job caught up after its window are available no earlier than it ran', async () => {
  await register.import([`a.nz,2020-01-01,${cancelledFor.before}`], dayBefore);
  const noon = instant('2026-11-20T12:00:00+13:00');
  const done = await run(midnight, noon, 'catch-up');
  expect(done.freeAt).toBe(done.ranAt);
  expect(done.freeAt).toBeGreaterThanOrEqual(noon);
  expect(done.freeAt).toBeLessThan(noon + 5000);
  expect(register.statusAt('a.nz', noon - 1)).toBe('PendingRelease');
  expect(register.statusAt('a.nz', done.freeAt)).toBe('Available');
});

test('R9: missed jobs are caught up once, by the latest of them, which is recorded', async () => {
  const days = ['2026-08-18', '2026-08-19', '2026-08-20', '2026-08-21', '2026-08-22'];
  await register.import(
    days.map((day, at) => `name-${at}.nz,2020-01-01,${day}`),
    instant('2026-11-16T12:00:00+13:00'),
  );
  await run(instant('2026-11-16T00:00:00+13:00'), instant('2026-11-16T00:00:00+13:00'));
  const back = instant('2026-11-20T08:00:00+13:00');
  const due = dueRelease(register.connections.reader, back);
  expect(due).toEqual({ scheduleDate: midnight, kind: 'catch-up' });
  if (due === undefined) throw new Error('No job is due.');
  expect(await run(due.scheduleDate, back, due.kind)).toMatchObject({ kind: 'catch-up', released: 4, isNew: true });
  expect(register.statusAt('name-4.nz', back + 10_000)).toBe('PendingRelease');
  expect(dueRelease(register.connections.reader, back)).toBeUndefined();
  expect(runs()).toHaveLength(2);
});

test.each([
  ['before midnight the job of the ending day', '2026-11-19T23:59:59.999+13:00', '2026-11-19', 'catch-up'],
  ['at midnight the new job', '2026-11-20T00:00:00+13:00', '2026-11-20', 'scheduled'],
  ['until the window ends it is on time', '2026-11-20T00:00:33.999+13:00', '2026-11-20', 'scheduled'],
  ['from then on it is late', '2026-11-20T00:00:34+13:00', '2026-11-20', 'catch-up'],
])('R9: due is %s', (_what, now, day, kind) => {
  const scheduleDate = instant(`${day}T00:00:00+13:00`);
  expect(dueRelease(register.connections.reader, instant(now))).toEqual({ scheduleDate, kind });
});

test('a job without names is recorded and leaves the register unchanged; after a clock is set back no job is due', async () => {
  const revision = published();
  expect(await run(midnight, midnight)).toMatchObject({ released: 0, revision, isNew: true });
  expect(published()).toBe(revision);
  expect(dueRelease(register.connections.reader, midnight + 60_000)).toBeUndefined();
  expect(dueRelease(register.connections.reader, midnight - 86_400_000)).toBeUndefined();
});

test('a job takes neither a name restored after it was pending nor one staged but not published', async () => {
  await register.import([`a.nz,2020-01-01,${cancelledFor.before}`], dayBefore);
  await register.import(['a.nz,2020-01-01,'], dayBefore);
  register.connections.writer.sqlite
    .prepare('INSERT INTO domain (name, revision, registered, cancelled) VALUES (?, ?, 1, 1)')
    .run('staged.nz', published() + 1_000_000);
  expect(await run(midnight, midnight)).toMatchObject({ released: 0 });
  expect(register.statusAt('a.nz', midnight + 60_000)).toBe('Active');
});

test('R9: a future job is refused: its names would be available too early', async () => {
  const tomorrow = instant('2026-11-21T00:00:00+13:00');
  await expect(run(tomorrow, tomorrow - 1)).rejects.toMatchObject({
    reason: { code: 'release-in-the-future', at: tomorrow },
  });
  expect(runs()).toEqual([]);
});

test('a job on a register older than FEED_MAX_AGE is refused and not recorded', async () => {
  await register.import([`a.nz,2020-01-01,${cancelledFor.before}`], dayBefore);
  const order = { scheduleDate: midnight, kind: 'scheduled', nowMs: midnight } as const;
  const stale = runReleaseJob(register.connections.writer, { ...order, feedMaxAgeMs: 3_600_000 });
  await expect(stale).rejects.toMatchObject({
    reason: { code: 'register-too-old', importedAt: dayBefore, maxAgeMs: 3_600_000 },
  });
  expect(runs()).toEqual([]);
  expect(register.statusAt('a.nz', midnight + 60_000)).toBe('PendingRelease');
});
