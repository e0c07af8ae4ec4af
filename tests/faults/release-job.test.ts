import { afterAll, describe, expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { domain, releaseRun } from '#db/registry/schema.ts';
import { isoAuckland } from '#lib/time/auckland.ts';
import { publishRows } from '#tests/models/publish-rows.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { readDatabase } from '#tests/support/read-database.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const schedule = Date.parse('2026-11-21T00:00:00+13:00');
const windowMs = 34_000;
const seconds = (text: string) => Date.parse(text) / 1000;
/** Names and when they were cancelled, 90 days before. The job takes those with a release date before midnight. */
const cancelled = {
  'due-at-one.nz': seconds('2026-08-22T13:00:00+12:00'),
  'due-at-the-last-second.nz': seconds('2026-08-22T23:59:59+12:00'),
  'due-at-midnight.nz': seconds('2026-08-23T00:00:00+12:00'),
};
const [first, second, later] = Object.keys(cancelled) as [string, string, string];
const due = [first, second];

const fixtures: OwnFixture[] = [];
const fixtureWithNames = async () => {
  const fixture = await ownFixture();
  fixtures.push(fixture);
  fixture.change((connection) => {
    const { db } = connection;
    for (const [name, at] of Object.entries(cancelled)) {
      db.insert(domain)
        .values({ name, revision: 1, registered: seconds('2020-01-01T00:00:00+13:00'), cancelled: at })
        .run();
    }
    publishRows(connection);
  });
  return fixture;
};
afterAll(async () => {
  for (const fixture of fixtures) await fixture.remove();
});

const runsIn = (databaseFile: string) =>
  readDatabase(databaseFile, ({ db }) => db.select().from(releaseRun).orderBy(releaseRun.scheduleDate).all());

/** Waits for the run of a schedule date. Its names are available from the end of the window, or from then on. */
async function runOf(databaseFile: string, scheduleDate = schedule) {
  const run = await waitUntil('the release job', () =>
    runsIn(databaseFile).find((found) => found.scheduleDate === scheduleDate),
  );
  expect(run.freeAt).toBe(Math.max(scheduleDate + windowMs, run.ranAt));
  if (run.ranAt < scheduleDate + windowMs) expect(run.kind).toBe('scheduled');
  return run;
}

/** What a registrar sees at one moment. `second` is the server's clock by the `Date` header. */
async function observe(port: number) {
  const query = [...due, later].map((name) => `domains[]=${name}`).join('&');
  const availability = await ask(port, { target: `/1.0/availability?${query}` });
  const droplist = await ask(port, { target: '/1.0/droplist' });
  expect([availability.status, droplist.status]).toEqual([200, 200]);
  const codes = (JSON.parse(availability.body) as { code: string }[]).map(({ code }) => code);
  const list = JSON.parse(droplist.body) as { domain: string; drop_date: string }[];
  return {
    second: Date.parse(availability.headers.date ?? ''),
    codes,
    list: list.map(({ domain }) => domain),
    etag: droplist.headers.etag,
    lastModified: Date.parse(droplist.headers['last-modified'] ?? ''),
    listSecond: Date.parse(droplist.headers.date ?? ''),
  };
}

type Observed = Awaited<ReturnType<typeof observe>>;

/** Waits until these are the codes, as they are within 50 ms after a run. */
const untilCodes = (port: number, codes: readonly string[]) =>
  waitUntil(`the codes ${codes.join()}`, async () => {
    const observed = await observe(port);
    return observed.codes.join() === codes.join() && observed;
  });

describe('R9: the release job', () => {
  test('runs at midnight on one of two workers, once', async () => {
    const fixture = await fixtureWithNames();
    await fixture.start({ WATEA_NOW: '2026-11-20T23:59:57+13:00', WEB_CONCURRENCY: '2' });
    const run = await runOf(fixture.databaseFile);
    expect(run.ranAt).toBeGreaterThanOrEqual(schedule);
    await fixture.stopAll();
    expect(runsIn(fixture.databaseFile).filter(({ scheduleDate }) => scheduleDate === schedule)).toEqual([run]);
  });

  test('has its names pending until 00:00:34 and available from then on, on both workers', async () => {
    const fixture = await fixtureWithNames();
    const first = await fixture.start({ WATEA_NOW: '2026-11-21T00:00:01+13:00' });
    const { freeAt } = await runOf(fixture.databaseFile);
    await first.stop();
    const { port } = await fixture.start({ WATEA_NOW: '2026-11-21T00:00:26+13:00', WEB_CONCURRENCY: '2' });
    const observed: Observed[] = [];
    do observed.push(await observe(port));
    while ((observed.at(-1)?.second ?? 0) < freeAt + 1000);

    // the clock may advance between header and answer: what was asked next came in before the end, too
    const before = observed.filter((_, place) => (observed[place + 1]?.second ?? Number.POSITIVE_INFINITY) < freeAt);
    const after = observed.filter(({ second }) => second >= freeAt);
    expect(new Set(before.map(({ codes }) => codes.join())).difference(new Set(['210,210,210']))).toEqual(new Set());
    expect(new Set(after.map(({ codes }) => codes.join()))).toEqual(new Set(['220,220,210']));
    for (const { list } of before) expect(list).toEqual(expect.arrayContaining([...due, later]));
    for (const { list } of after) {
      expect(list).toContain(later);
      for (const name of due) expect(list).not.toContain(name);
    }
    for (const { lastModified, listSecond } of observed) expect(lastModified).toBeLessThanOrEqual(listSecond);
    for (const { lastModified } of after) expect(Math.abs(lastModified - freeAt)).toBeLessThan(1000);
    for (const { lastModified } of before) expect(lastModified).toBeLessThan(freeAt);
    expect(new Set(after.map(({ etag }) => etag)).size).toBe(1);
    expect(before.map(({ etag }) => etag)).not.toContain(after[0]?.etag);
  });

  test('that was missed is caught up once at start, and its names are available from that moment', async () => {
    const fixture = await fixtureWithNames();
    const settings = { WATEA_NOW: '2026-11-21T08:00:00+13:00', WEB_CONCURRENCY: '2' };
    const server = await fixture.start(settings);
    await runOf(fixture.databaseFile);
    const caughtUp = await untilCodes(server.port, ['220', '220', '210']);
    for (const name of due) expect(caughtUp.list).not.toContain(name);
    const runs = runsIn(fixture.databaseFile);
    expect(runs).toEqual([expect.objectContaining({ scheduleDate: schedule, kind: 'catch-up' })]);
    expect(runs[0]?.freeAt).toBe(runs[0]?.ranAt);
    expect(runs[0]?.freeAt).toBeGreaterThan(Date.parse('2026-11-21T08:00:00+13:00'));
    await server.stop();

    const again = await fixture.start({ ...settings, WATEA_NOW: '2026-11-21T09:00:00+13:00' });
    expect((await observe(again.port)).codes).toEqual(['220', '220', '210']);
    // the lease is kept after each look at what is due
    const beatAt = () =>
      readDatabase(fixture.databaseFile, ({ sqlite }) =>
        sqlite.prepare("SELECT beat_at FROM lease WHERE subject = 'release job'").pluck().get(),
      );
    const first = await waitUntil('the first look', beatAt);
    await waitUntil('another look', () => ![first, undefined].includes(beatAt()));
    expect(runsIn(fixture.databaseFile)).toEqual(runs);
  });

  test('that was missed for days is caught up by one run', async () => {
    const fixture = await fixtureWithNames();
    const server = await fixture.start({ WATEA_NOW: '2026-11-27T08:00:00+13:00' });
    await runOf(fixture.databaseFile, Date.parse('2026-11-27T00:00:00+13:00'));
    await untilCodes(server.port, ['220', '220', '220']);
    expect(runsIn(fixture.databaseFile)).toEqual([
      expect.objectContaining({ scheduleDate: Date.parse('2026-11-27T00:00:00+13:00'), kind: 'catch-up' }),
    ]);
  });

  test('waits for a database that is locked at midnight, while requests are answered', async () => {
    const { fixture, server, other } = await lockedBeforeMidnight();
    const answers: Observed[] = [];
    // 20 times after midnight: only the background thread waits for the lock
    await waitUntil('answers after midnight', async () => {
      answers.push(await observe(server.port));
      return answers.filter(({ second }) => second >= schedule + 1000).length >= 20;
    });
    expect(new Set(answers.map(({ codes }) => codes.join()))).toEqual(new Set(['210,210,210']));
    expect(runsIn(fixture.databaseFile)).not.toContainEqual(expect.objectContaining({ scheduleDate: schedule }));
    other.exec('ROLLBACK');
    other.close();
    await runOf(fixture.databaseFile);
  });
});

/** Starts a server shortly before midnight and takes the write lock before the job does; earlier, if that was too late. */
async function lockedBeforeMidnight() {
  for (let leadMs = 4000; ; leadMs *= 2) {
    const fixture = await fixtureWithNames();
    const server = await fixture.start({ WATEA_NOW: isoAuckland(schedule - leadMs) });
    // not a bare connection: reading below would drop its lock
    const other = openWriter(fixture.databaseFile).sqlite;
    other.pragma('busy_timeout = 60000');
    other.exec('BEGIN IMMEDIATE');
    const hasRun = runsIn(fixture.databaseFile).some(({ scheduleDate }) => scheduleDate === schedule);
    if (!hasRun) return { fixture, server, other };
    other.exec('ROLLBACK');
    other.close();
    await server.stop();
  }
}
