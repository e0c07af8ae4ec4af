import { beforeEach, describe, expect, test } from 'vitest';
import type { Connections } from '#db/client.ts';
import { setGeneration } from '#db/generation.ts';
import { domain } from '#db/registry/schema.ts';
import { buildWitness } from '#flows/registry/build-witness.ts';
import { dueRelease } from '#flows/registry/release-job.ts';
import { runReleaseJob } from '#tests/models/register.ts';
import { addAllowedNetwork, addRegistrar } from '#tests/support/access.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { letCachesCheck } from '#tests/support/generation-checks.ts';
import { askBy, setHandlerClock, setHandlerScene } from '#tests/support/lanes.ts';

/**
 * Midnights at which a job runs: the next midnight, and two instants of cancellation, 90 days and a second before it and
 * 90 days before it. The last second that the job takes, and the first that it leaves to the next.
 */
const jobs: [title: string, midnight: string, next: string, taken: string, left: string][] = [
  [
    'in the middle of winter',
    '2026-07-15T00:00:00+12:00',
    '2026-07-16T00:00:00+12:00',
    '2026-04-15T23:59:59+12:00',
    '2026-04-16T00:00:00+12:00',
  ],
  [
    'that begins the day of 25 hours of 2026',
    '2026-04-05T00:00:00+13:00',
    '2026-04-06T00:00:00+12:00',
    '2026-01-04T23:59:59+13:00',
    '2026-01-05T00:00:00+13:00',
  ],
  [
    'that ends the day of 25 hours of 2026',
    '2026-04-06T00:00:00+12:00',
    '2026-04-07T00:00:00+12:00',
    '2026-01-05T23:59:59+13:00',
    '2026-01-06T00:00:00+13:00',
  ],
  [
    'that begins the day of 23 hours of 2026',
    '2026-09-27T00:00:00+12:00',
    '2026-09-28T00:00:00+13:00',
    '2026-06-28T23:59:59+12:00',
    '2026-06-29T00:00:00+12:00',
  ],
  [
    'that ends the day of 23 hours of 2026',
    '2026-09-28T00:00:00+13:00',
    '2026-09-29T00:00:00+13:00',
    '2026-06-29T23:59:59+12:00',
    '2026-06-30T00:00:00+12:00',
  ],
  [
    'that begins the day of 25 hours of 2027',
    '2027-04-04T00:00:00+13:00',
    '2027-04-05T00:00:00+12:00',
    '2027-01-03T23:59:59+13:00',
    '2027-01-04T00:00:00+13:00',
  ],
  [
    'that ends the day of 25 hours of 2027',
    '2027-04-05T00:00:00+12:00',
    '2027-04-06T00:00:00+12:00',
    '2027-01-04T23:59:59+13:00',
    '2027-01-05T00:00:00+13:00',
  ],
  [
    'that begins the day of 23 hours of 2027',
    '2027-09-26T00:00:00+12:00',
    '2027-09-27T00:00:00+13:00',
    '2027-06-27T23:59:59+12:00',
    '2027-06-28T00:00:00+12:00',
  ],
  [
    'that ends the day of 23 hours of 2027',
    '2027-09-27T00:00:00+13:00',
    '2027-09-28T00:00:00+13:00',
    '2027-06-28T23:59:59+12:00',
    '2027-06-29T00:00:00+12:00',
  ],
  [
    'that begins a leap day',
    '2028-02-29T00:00:00+13:00',
    '2028-03-01T00:00:00+13:00',
    '2027-11-30T23:59:59+13:00',
    '2027-12-01T00:00:00+13:00',
  ],
  [
    'that begins a year',
    '2027-01-01T00:00:00+13:00',
    '2027-01-02T00:00:00+13:00',
    '2026-10-02T23:59:59+13:00',
    '2026-10-03T00:00:00+13:00',
  ],
];

/** `2026-04-05T00:00:00+13:00` as the droplist writes a window's end. */
const windowEndOf = (midnight: string) => midnight.replace('T00:00:00', ' 00:00:34');
const secondsAfter = (midnight: string, seconds: number) =>
  new Date(Date.parse(midnight) + seconds * 1000).toISOString();

let database: Connections;

beforeEach(() => {
  database = freshDatabase();
  const { db } = database.writer;
  const registrarId = addRegistrar(db, 'Registrar', null, 0);
  addAllowedNetwork(db, { registrarId, network: '127.0.0.0/8', note: '' }, 0);
});

function seedNames(cancelledOf: Readonly<Record<string, string>>, at: string): void {
  const { db } = database.writer;
  for (const [name, cancelled] of Object.entries(cancelledOf)) {
    const registered = Date.parse('2015-05-05T05:05:05+12:00') / 1000;
    db.insert(domain)
      .values({ name, revision: 1, registered, cancelled: Date.parse(cancelled) / 1000 })
      .run();
  }
  setGeneration(db, 'register', 1, Date.parse(at));
  buildWitness(database.writer);
  setHandlerScene({ databaseFile: database.writer.sqlite.name, now: at });
}

async function codes(): Promise<string> {
  const { body } = await askBy('handler', { target: '/1.0/availability?domains[]=taken.nz&domains[]=left.co.nz' });
  return JSON.parse(body)
    .map(({ code }: { code: string }) => code)
    .join(' ');
}

/** The droplist as `domain drop_date`, and its `Last-Modified`. */
async function droplist(): Promise<{ drops: string[]; lastModified: string | undefined }> {
  letCachesCheck();
  const { body, headers } = await askBy('handler', { target: '/1.0/droplist' });
  const entries: { domain: string; drop_date: string }[] = JSON.parse(body);
  return {
    drops: entries.map(({ domain: name, drop_date }) => `${name} ${drop_date}`),
    lastModified: headers['last-modified'],
  };
}

describe.each(jobs)('the release job at the midnight %s', (_title, midnight, next, taken, left) => {
  const laid = secondsAfter(midnight, -3600);
  const lay = () => seedNames({ 'taken.nz': taken, 'left.co.nz': left }, laid);
  const run = () =>
    runReleaseJob(database.writer, {
      scheduleDate: Date.parse(midnight),
      kind: 'scheduled',
      nowMs: Date.parse(midnight),
    });
  const both = [`taken.nz ${windowEndOf(midnight)}`, `left.co.nz ${windowEndOf(next)}`];

  test('R9, R10: frees at 00:00:34 what was cancelled 90 days and a second before, and nothing later', async () => {
    lay();
    setHandlerClock(secondsAfter(midnight, -1));
    expect(await codes(), '23:59:59').toBe('210 210');
    expect((await droplist()).drops, '23:59:59').toEqual(both);

    setHandlerClock(midnight);
    expect(run()).toMatchObject({ released: 1, freeAt: Date.parse(midnight) + 34_000, isNew: true });
    expect(await codes(), '00:00:00').toBe('210 210');
    expect((await droplist()).drops, '00:00:00').toEqual(both);

    setHandlerClock(secondsAfter(midnight, 33));
    expect(await codes(), '00:00:33').toBe('210 210');
    expect((await droplist()).drops, '00:00:33').toEqual(both);

    setHandlerClock(secondsAfter(midnight, 34));
    expect(await codes(), '00:00:34').toBe('220 210');
    const after = await droplist();
    expect(after.drops, '00:00:34').toEqual([`left.co.nz ${windowEndOf(next)}`]);
    expect(Date.parse(after.lastModified ?? '')).toBe(Date.parse(midnight) + 34_000);
  });

  test('R9: run twice, it changes nothing', async () => {
    lay();
    setHandlerClock(secondsAfter(midnight, 34));
    run();
    const tables = ['domain', 'release_run', 'generation'];
    const dump = () => tables.map((table) => database.reader.sqlite.prepare(`SELECT * FROM ${table}`).all());
    const before = dump();
    expect(run()).toMatchObject({ released: 1, isNew: false });
    expect(dump()).toEqual(before);
    expect(await codes()).toBe('220 210');
  });

  test('R9: what no job has marked stays PendingRelease, and waits on the droplist for the next job', async () => {
    lay();
    setHandlerClock(secondsAfter(midnight, 34));
    expect(await codes()).toBe('210 210');
    expect((await droplist()).drops).toEqual([`left.co.nz ${windowEndOf(next)}`, `taken.nz ${windowEndOf(next)}`]);
    setHandlerClock(secondsAfter(next, 34));
    expect(await codes()).toBe('210 210');
  });

  test('R9: a job caught up after downtime frees its names at that moment, both days at once', async () => {
    lay();
    const caughtUp = secondsAfter(next, 9 * 3600);
    const due = dueRelease(database.writer, Date.parse(caughtUp));
    expect(due).toEqual({ scheduleDate: Date.parse(next), kind: 'catch-up' });
    setHandlerClock(caughtUp);
    expect(await codes()).toBe('210 210');
    if (due === undefined) return;
    const { freeAt, released } = runReleaseJob(database.writer, { ...due, nowMs: Date.parse(caughtUp) });
    expect(released).toBe(2);
    expect(freeAt).toBeGreaterThanOrEqual(Date.parse(caughtUp));
    expect(freeAt).toBeLessThan(Date.parse(caughtUp) + 1000);
    setHandlerClock(secondsAfter(caughtUp, -1));
    expect(await codes()).toBe('210 210');
    setHandlerClock(secondsAfter(caughtUp, 1));
    expect(await codes()).toBe('220 220');
    expect((await droplist()).drops).toEqual([]);
    expect(dueRelease(database.writer, Date.parse(caughtUp) + 1000)).toBeUndefined();
  });
});

test('R8: the dates of one list, across the spring change, carry the offset in force at each', async () => {
  // cancelled in the hour that the clocks of 2026-09-27 leave out, 90 days on: the release moves on by the gap
  seedNames({ 'gap.nz': '2026-06-29T02:30:00+12:00' }, '2026-09-27T12:00:00+13:00');
  const { body } = await askBy('handler', { target: '/1.0/droplist' });
  expect(body).toBe(
    '[{"domain":"gap.nz","registered":"2015-05-05 05:05:05+12:00","cancel_date":"2026-06-29 02:30:00+12:00",' +
      '"release_date":"2026-09-27 03:30:00+13:00","drop_date":"2026-09-28 00:00:34+13:00"}]',
  );
});

test('R8: a release in the hour that autumn has twice is in the later one', async () => {
  seedNames({ 'twice.nz': '2026-01-05T02:30:00+13:00' }, '2026-04-05T00:00:34+13:00');
  const { body } = await askBy('handler', { target: '/1.0/droplist' });
  expect(body).toBe(
    '[{"domain":"twice.nz","registered":"2015-05-05 05:05:05+12:00","cancel_date":"2026-01-05 02:30:00+13:00",' +
      '"release_date":"2026-04-05 02:30:00+12:00","drop_date":"2026-04-06 00:00:34+12:00"}]',
  );
});

test('R9: released, a name answers by the lists from then on', async () => {
  seedNames({ 'taken.nz': '2026-04-15T23:59:59+12:00' }, '2026-07-15T00:00:00+12:00');
  database.writer.sqlite.exec("INSERT INTO listed_name VALUES ('taken.nz', 'Reserved', '')");
  buildWitness(database.writer);
  const midnight = Date.parse('2026-07-15T00:00:00+12:00');
  runReleaseJob(database.writer, { scheduleDate: midnight, kind: 'scheduled', nowMs: midnight });
  setHandlerClock('2026-07-15T00:00:33+12:00');
  expect(await codes()).toBe('210 220');
  setHandlerClock('2026-07-15T00:00:34+12:00');
  expect(await codes()).toBe('270 220');
});
