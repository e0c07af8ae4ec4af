import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Connection } from '#db/client.ts';
import { migrationSteps, runStep } from '#db/migrate.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { openRegisterFixture, type RegisterFixture, runReleaseJob } from '#tests/models/register.ts';
import { namesReleasedBy } from './droplist-rows.ts';
import { getReleaseInForce } from './release-runs.ts';
import { requireReleases } from './release-witness.ts';

const day = 86_400_000;
const midnight = Date.parse('2026-11-20T00:00:00+13:00');
const noon = midnight + day / 2;
const names = ['a.nz', 'b.nz', 'c.nz'];

let register: RegisterFixture;
let writer: Connection;
beforeEach(async () => {
  register = openRegisterFixture();
  writer = register.connections.writer;
  const rows = names.map((name) => `${name},2020-01-01,2026-08-01`);
  await register.import([...rows, 'd.nz,2020-01-01,2026-08-22'], midnight - 2 * day);
  runJob(midnight);
  // the witness of the register knows present states, and this name is another's now
  await register.import(['b.nz,2026-11-20T01:00:00+13:00,'], midnight + day / 24);
});
afterEach(() => register.close());

function runJob(scheduleDate: EpochMs, nowMs = scheduleDate): void {
  runReleaseJob(writer, { scheduleDate, kind: 'scheduled', nowMs });
}

/** What the list of released names has at an instant, as it is read for the API. */
function releasedAt(now: EpochMs): string[] {
  const run = getReleaseInForce(writer, now);
  requireReleases(writer, run?.scheduleDate);
  return run === undefined ? [] : [...namesReleasedBy(writer, run)].map(({ domain }) => domain);
}

test.each([
  ['the job is lost', 'DELETE FROM release_run'],
  ['its date is altered', 'UPDATE release_run SET schedule_date = schedule_date - 1'],
  ['its names seem to become free later', 'UPDATE release_run SET free_at = free_at + 4294967296'],
  ['its names seem to have become free before', 'UPDATE release_run SET free_at = free_at - 1'],
  ['it seems to have released nothing', 'UPDATE release_run SET released = 0'],
  ['its revision is altered', 'UPDATE release_run SET revision = revision - 1'],
  ['its witness is lost', 'DELETE FROM release_witness'],
  ['its witness is altered', 'UPDATE release_witness SET names = names + 1'],
  [
    'there is a witness of a job that never ran',
    'INSERT INTO release_witness VALUES (9000000000000, 9000000000000, 0, 1, 0)',
  ],
])('B10: the list of released names is refused when %s', (_what, sql) => {
  expect(releasedAt(noon)).toEqual(names);
  writer.sqlite.exec(sql);
  expect(() => releasedAt(noon)).toThrow(/releases-disagree|list-disagrees/);
});

test.each([
  ['is lost', 'DELETE FROM domain WHERE name = @name AND free_at > 0'],
  ['is altered', "UPDATE domain SET name = 'z.nz' WHERE name = @name AND free_at > 0"],
  ['has another registration', 'UPDATE domain SET registered = registered + 1 WHERE name = @name AND free_at > 0'],
  ['has another cancellation', 'UPDATE domain SET cancelled = cancelled + 1 WHERE name = @name AND free_at > 0'],
  ['has another mark', 'UPDATE domain SET free_at = free_at + 1 WHERE name = @name AND free_at > 0'],
  ['is of another revision', 'UPDATE domain SET revision = revision + 1 WHERE name = @name AND free_at > 0'],
])('B10: the list of released names is refused when a name %s, present or former', (_what, sql) => {
  for (const name of ['a.nz', 'b.nz']) {
    writer.sqlite.exec('SAVEPOINT sound');
    expect(writer.sqlite.prepare(sql).run({ name }).changes).toBe(1);
    expect(() => releasedAt(noon), name).toThrow('list-disagrees');
    writer.sqlite.exec('ROLLBACK TO sound; RELEASE sound');
  }
  expect(releasedAt(noon)).toEqual(names);
});

test('a job releases nothing while the jobs that have run are not those of their witness', () => {
  writer.sqlite.exec('UPDATE release_run SET schedule_date = schedule_date + 4294967296');
  expect(() => runJob(midnight + day)).toThrow('releases-disagree');
});

test('imports, jobs without names, jobs that catch up and clocks that were set back keep the list', async () => {
  await register.import(['c.nz,2020-01-01,2026-08-01'], noon, { kind: 'replace', maxMissing: 9 });
  await register.import(['a.nz,2019-01-01,2026-08-01'], noon);
  expect(releasedAt(noon)).toEqual(names);
  expect(releasedAt(midnight)).toEqual([]);
  runJob(midnight + day, midnight + 1.5 * day);
  expect(releasedAt(midnight + 2 * day)).toEqual(['d.nz']);
  expect(releasedAt(noon)).toEqual(names);
  runJob(midnight + 2 * day);
  expect(releasedAt(midnight + 2 * day + 40_000)).toEqual([]);
});

test('jobs that ran before the update get the same witness by it', () => {
  runJob(midnight + day);
  runJob(midnight + 2 * day);
  const read = () => writer.sqlite.prepare('SELECT * FROM release_witness').all();
  const before = read();
  expect(before).toHaveLength(3);
  const step = migrationSteps().find(({ name }) => name === '0079_release_witness.sql');
  if (step === undefined) throw new Error('There is no such migration.');
  writer.sqlite.exec('DROP TABLE release_witness');
  runStep(writer, step);
  expect(read()).toEqual(before);
});
