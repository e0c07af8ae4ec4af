import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { domain, releaseRun } from '#db/registry/schema.ts';
import { publishRows } from '#tests/models/publish-rows.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { readDatabase } from '#tests/support/read-database.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const schedule = Date.parse('2026-11-21T00:00:00+13:00');
const windowEnd = schedule + 34_000;
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

/** The recorded run of a schedule date, once the server has had time to notice it. */
async function runOf(databaseFile: string, scheduleDate: number) {
  const find = () => runsIn(databaseFile).find((run) => run.scheduleDate === scheduleDate);
  const run = await waitUntil('the release job', find);
  await sleep(200);
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

describe.concurrent('R9: the release job', () => {
  test('runs at midnight on one of two workers: names are pending until 00:00:34 and available from then on, on both', async ({
    expect,
  }) => {
    const fixture = await fixtureWithNames();
    const { port } = await fixture.start({ WATEA_NOW: '2026-11-20T23:59:42+13:00', WEB_CONCURRENCY: '2' });
    const observed: Awaited<ReturnType<typeof observe>>[] = [];
    do {
      observed.push(await observe(port));
      await sleep(100);
    } while ((observed.at(-1)?.second ?? 0) < windowEnd + 2000);

    // the clock may advance between header and answer, so the last answer of each second is ignored
    const settled = observed.filter(({ second }, place) => observed[place + 1]?.second === second);
    const before = settled.filter(({ second, listSecond }) => second < windowEnd && listSecond < windowEnd);
    const after = settled.filter(({ second }) => second >= windowEnd);
    expect(before.length).toBeGreaterThan(30);
    expect(after.length).toBeGreaterThan(3);
    expect(new Set(before.map(({ codes }) => codes.join()))).toEqual(new Set(['210,210,210']));
    expect(new Set(after.map(({ codes }) => codes.join()))).toEqual(new Set(['220,220,210']));

    for (const { list } of before) expect(list).toEqual(expect.arrayContaining([...due, later]));
    for (const { list } of after) {
      expect(list).toContain(later);
      for (const name of due) expect(list).not.toContain(name);
    }
    for (const { lastModified, listSecond } of observed) expect(lastModified).toBeLessThanOrEqual(listSecond);
    for (const { lastModified } of after) expect(lastModified).toBe(windowEnd);
    for (const { lastModified } of before) expect(lastModified).toBeLessThan(windowEnd);
    expect(new Set(after.map(({ etag }) => etag)).size).toBe(1);
    expect(before.map(({ etag }) => etag)).not.toContain(after[0]?.etag);

    const runs = runsIn(fixture.databaseFile).filter(({ scheduleDate }) => scheduleDate === schedule);
    expect(runs).toEqual([expect.objectContaining({ kind: 'scheduled', freeAt: windowEnd })]);
    expect(runs[0]?.ranAt).toBeGreaterThanOrEqual(schedule);
    // a slow machine may have started the server after midnight
    expect(runs[0]?.ranAt).toBeLessThan(Math.max(schedule, observed[0]?.second ?? 0) + 5000);
  });

  test('that was missed is caught up once at start, and its names are available from that moment', async ({
    expect,
  }) => {
    const fixture = await fixtureWithNames();
    const settings = { WATEA_NOW: '2026-11-21T08:00:00+13:00', WEB_CONCURRENCY: '2' };
    const server = await fixture.start(settings);
    await runOf(fixture.databaseFile, schedule);
    const caughtUp = await observe(server.port);
    expect(caughtUp.codes).toEqual(['220', '220', '210']);
    for (const name of due) expect(caughtUp.list).not.toContain(name);
    const runs = runsIn(fixture.databaseFile);
    expect(runs).toEqual([expect.objectContaining({ scheduleDate: schedule, kind: 'catch-up' })]);
    expect(runs[0]?.freeAt).toBe(runs[0]?.ranAt);
    expect(runs[0]?.freeAt).toBeGreaterThan(Date.parse('2026-11-21T08:00:00+13:00'));
    await server.stop();

    const again = await fixture.start({ ...settings, WATEA_NOW: '2026-11-21T09:00:00+13:00' });
    expect((await observe(again.port)).codes).toEqual(['220', '220', '210']);
    await sleep(500);
    expect(runsIn(fixture.databaseFile)).toEqual(runs);
  });

  test('that was missed for days is caught up by one run', async ({ expect }) => {
    const fixture = await fixtureWithNames();
    const server = await fixture.start({ WATEA_NOW: '2026-11-27T08:00:00+13:00' });
    await runOf(fixture.databaseFile, Date.parse('2026-11-27T00:00:00+13:00'));
    expect((await observe(server.port)).codes).toEqual(['220', '220', '220']);
    expect(runsIn(fixture.databaseFile)).toEqual([
      expect.objectContaining({ scheduleDate: Date.parse('2026-11-27T00:00:00+13:00'), kind: 'catch-up' }),
    ]);
  });

  test('that starts within its window makes its names available at the end of the window', async ({ expect }) => {
    const fixture = await fixtureWithNames();
    const server = await fixture.start({ WATEA_NOW: '2026-11-21T00:00:05+13:00' });
    await runOf(fixture.databaseFile, schedule);
    const { codes, second } = await observe(server.port);
    expect(second).toBeLessThan(windowEnd);
    expect(codes).toEqual(['210', '210', '210']);
    expect(runsIn(fixture.databaseFile)).toEqual([
      expect.objectContaining({ scheduleDate: schedule, kind: 'scheduled', freeAt: windowEnd }),
    ]);
  });

  test('waits for a database that is locked at midnight, while requests are answered', async ({ expect }) => {
    const fixture = await fixtureWithNames();
    const { port } = await fixture.start({ WATEA_NOW: '2026-11-20T23:59:52+13:00' });
    const other = new Database(fixture.databaseFile);
    other.exec('BEGIN IMMEDIATE');
    const answeredIn = new Set<number>();
    let second = 0;
    while (second < schedule + 10_000) {
      second = (await observe(port)).second;
      if (second >= schedule && second < schedule + 10_000) answeredIn.add(second);
      await sleep(100);
    }
    expect(runsIn(fixture.databaseFile).filter(({ scheduleDate }) => scheduleDate === schedule)).toEqual([]);
    other.exec('ROLLBACK');
    other.close();
    // only the background thread waits for the lock; in the main thread each wait would block for five seconds
    expect(answeredIn.size).toBeGreaterThan(4);
    expect(await runOf(fixture.databaseFile, schedule)).toMatchObject({ kind: 'scheduled', freeAt: windowEnd });
  });
});
