import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { getAlarm } from '#db/jobs/alarms.ts';
import { domain, releaseRun } from '#db/registry/schema.ts';
import { publishRows } from '#tests/models/publish-rows.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { processTree } from '#tests/support/processes/process-tree.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { readDatabase } from '#tests/support/read-database.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const schedule = Date.parse('2026-11-21T00:00:00+13:00');
const windowEnd = schedule + 34_000;
const name = 'due-tonight.nz';

const fixtures: OwnFixture[] = [];
async function fixtureWithName(): Promise<OwnFixture> {
  const fixture = await ownFixture();
  fixtures.push(fixture);
  const dates = { registered: seconds('2020-01-01T00:00:00+13:00'), cancelled: seconds('2026-08-22T13:00:00+12:00') };
  fixture.change((connection) => {
    connection.db
      .insert(domain)
      .values({ name, revision: 1, ...dates })
      .run();
    publishRows(connection);
  });
  return fixture;
}
afterAll(async () => {
  for (const fixture of fixtures) await fixture.remove();
});

const seconds = (text: string) => Date.parse(text) / 1000;

/** Starts a server whose clock, like those of its workers, is exactly `offsetMs` ahead of this machine's. */
const startAt = (fixture: OwnFixture, offsetMs: number, more: Record<string, string> = {}) =>
  fixture.start({ WATEA_CLOCK_OFFSET_MS: String(offsetMs), ...more });

const runsOfTonight = (fixture: OwnFixture) =>
  readDatabase(fixture.databaseFile, ({ db }) => db.select().from(releaseRun).all()).filter(
    ({ scheduleDate }) => scheduleDate === schedule,
  );
const leaseHolder = (fixture: OwnFixture) =>
  readDatabase(fixture.databaseFile, ({ sqlite }) =>
    sqlite.prepare<[], string>("SELECT holder FROM lease WHERE subject = 'release job'").pluck().get(),
  );
const leasePid = (fixture: OwnFixture) => Number(leaseHolder(fixture)?.split(' ')[1] ?? 0);
/** Whether a process belongs to a server. */
const isOf = (server: ServerProcess | undefined, pid: number) => processTree(server?.child.pid ?? 0).includes(pid);

interface Answer {
  readonly id: string;
  /** By the servers' clock: when the request was sent, and when its answer was complete. */
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly code: string;
}

/** Sends requests on connections of their own, which go to each worker in turn, one after the other, until one was sent after an instant of the servers' clock. */
async function askUntil(port: number, offsetMs: number, until: number, prefix: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  do {
    const id = `${prefix}-${answers.length}`;
    const sentAt = Date.now() + offsetMs;
    const body = await get(port, id);
    answers.push({
      id,
      sentAt,
      answeredAt: Date.now() + offsetMs,
      code: (JSON.parse(body) as { code: string }[])[0]?.code ?? '',
    });
    await sleep(2);
  } while ((answers.at(-1)?.sentAt ?? 0) < until);
  return answers;
}

function get(port: number, id: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      agent: false as const,
      path: `/1.0/availability?domains[]=${name}`,
      headers: { 'X-Request-Id': id },
    };
    http
      .get(options, (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        answer.on('end', () => resolve(body));
      })
      .on('error', reject);
  });
}

/** The process that answered each request, from the servers' logs. */
function processesBy(servers: readonly ServerProcess[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of servers.flatMap((server) => server.output().split('\n'))) {
    const id = /"id":"(ask-[^"]+)"/.exec(line)?.[1];
    const pid = /"pid":(\d+)/.exec(line)?.[1];
    if (id !== undefined && pid !== undefined) found.set(id, Number(pid));
  }
  return found;
}

describe('R9: several processes on one database', () => {
  test('two servers with two workers each run one job, and all four keep to 00:00:34 while writes are blocked', async () => {
    const fixture = await fixtureWithName();
    const startBoth = async (startsAt: number) => {
      const offsetMs = startsAt - Date.now();
      const settings = { WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' };
      return { offsetMs, servers: await Promise.all([1, 2].map(() => startAt(fixture, offsetMs, settings))) };
    };
    await startBoth(schedule - 3000);
    await waitUntil('the job', () => runsOfTonight(fixture).length > 0);
    await fixture.stopAll();
    const runs = runsOfTonight(fixture);
    expect(runs).toHaveLength(1);
    // the end of the window, unless the job was as late as a slow machine may have it
    const freeAt = Math.max(windowEnd, runs[0]?.ranAt ?? 0);
    expect(runs[0]?.freeAt).toBe(freeAt);

    const { offsetMs, servers } = await startBoth(freeAt - 8000);
    await waitUntil('all four to answer', async () => {
      for (const { port } of servers) await get(port, `ask-${performance.now()}`);
      return new Set(processesBy(servers).values()).size === 4;
    });
    const before = readDatabase(fixture.databaseFile, ({ db }) => readGeneration(db, 'register'));
    const other = openWriter(fixture.databaseFile).sqlite;
    other.pragma('busy_timeout = 60000');
    other.exec('BEGIN IMMEDIATE');
    const answers = await Promise.all(
      servers.flatMap(({ port }, server) =>
        [0, 1, 2, 3].map((place) => askUntil(port, offsetMs, freeAt + 500, `ask-${server}-${place}`)),
      ),
    );
    other.exec('ROLLBACK');
    other.close();
    expect(readDatabase(fixture.databaseFile, ({ db }) => readGeneration(db, 'register'))).toEqual(before);

    const all = answers.flat();
    expect(all.filter(({ code, answeredAt }) => code === '220' && answeredAt < freeAt)).toEqual([]);
    // the clocks of two processes differ by less than that
    expect(all.filter(({ code, sentAt }) => code === '210' && sentAt >= freeAt + 10)).toEqual([]);
    expect(all.map(({ code }) => code).filter((code) => code !== '210' && code !== '220')).toEqual([]);

    await fixture.stopAll();
    const processes = processesBy(servers);
    const byProcess = Map.groupBy(all, ({ id }) => processes.get(id) ?? 0);
    expect([...byProcess.keys()].filter((pid) => pid > 0)).toHaveLength(4);
    for (const [, asked] of byProcess) expect(asked.some(({ code }) => code === '220')).toBe(true);
    expect(runsOfTonight(fixture)).toEqual(runs);
  });

  test('when the process with the lease is killed, another takes over and runs the job', async () => {
    const fixture = await fixtureWithName();
    const offsetMs = Date.parse('2026-11-20T23:59:40+13:00') - Date.now();
    const servers = [await startAt(fixture, offsetMs, { WEB_CONCURRENCY: '2' }), await startAt(fixture, offsetMs)];
    const [first] = servers;
    await waitUntil('the first to have the lease', () => isOf(first, leasePid(fixture)));
    first?.child.kill('SIGKILL');
    await waitUntil('the other to have it', () => isOf(servers[1], leasePid(fixture)));
    await waitUntil('the job', () => runsOfTonight(fixture).length > 0);
    const runs = runsOfTonight(fixture);
    expect(runs).toEqual([expect.objectContaining({ freeAt: Math.max(windowEnd, runs[0]?.ranAt ?? 0) })]);
  });

  test('a server that stops releases its lease immediately', async () => {
    const fixture = await fixtureWithName();
    const first = await fixture.start();
    const second = await fixture.start();
    await waitUntil('the first to have the lease', () => isOf(first, leasePid(fixture)));
    expect(await first.stop()).toBe(0);
    await waitUntil('the other to have it', () => isOf(second, leasePid(fixture)));
  });

  test('a job that fails releases no names, raises an alarm, is retried, and clears the alarm', async () => {
    const fixture = await fixtureWithName();
    fixture.change(({ sqlite }) =>
      sqlite.exec(
        "CREATE TRIGGER broken BEFORE INSERT ON release_run BEGIN SELECT raise(ABORT, 'the disk is broken'); END",
      ),
    );
    const server = await fixture.start({ WATEA_NOW: '2026-11-21T00:00:40+13:00' });
    const alarms = () =>
      readDatabase(fixture.databaseFile, ({ sqlite }) => sqlite.prepare('SELECT * FROM alarm').all()) as Alarm[];
    await waitUntil('it to be tried twice', () => (alarms()[0]?.times ?? 0) >= 2);
    expect(alarms()).toEqual([
      expect.objectContaining({
        subject: 'release job',
        facts: JSON.stringify({ code: 'release-failed', scheduleDate: schedule, message: 'the disk is broken' }),
      }),
    ]);
    expect(await get(server.port, 'ask')).toContain('"code":"210"');
    expect(
      readDatabase(fixture.databaseFile, ({ sqlite }) =>
        sqlite.prepare('SELECT * FROM domain WHERE name = ?').all(name),
      ),
    ).toHaveLength(1);

    fixture.change(({ sqlite }) => sqlite.exec('DROP TRIGGER broken'));
    await waitUntil('the job', () => runsOfTonight(fixture).length > 0);
    await waitUntil('the alarm to be cleared', () => alarms().length === 0);
    await waitUntil('the name to be available', async () => (await get(server.port, 'ask')).includes('"code":"220"'));
    expect(runsOfTonight(fixture)).toEqual([expect.objectContaining({ kind: 'catch-up' })]);
  });

  test('no job runs on a register older than FEED_MAX_AGE, and the alarm gives the reason', async () => {
    const fixture = await fixtureWithName();
    await fixture.start({ WATEA_NOW: '2026-11-21T00:00:40+13:00', FEED_MAX_AGE: '26' });
    const alarm = () => readDatabase(fixture.databaseFile, (reader) => getAlarm(reader, 'release job'));
    await waitUntil('the alarm', () => alarm() !== undefined);
    expect(alarm()).toEqual({
      code: 'release-waits',
      scheduleDate: schedule,
      refusal: { reason: { code: 'never-imported', maxAgeMs: 26 * 3_600_000 }, faults: [], total: 0 },
    });
    expect(runsOfTonight(fixture)).toEqual([]);
  });
});

interface Alarm {
  readonly subject: string;
  readonly times: number;
}
