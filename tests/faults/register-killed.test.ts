import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, test } from 'vitest';
import { publishRows } from '#tests/models/publish-rows.ts';
import { watea } from '#tests/support/command-line.ts';
import { environmentWith } from '#tests/support/environment.ts';
import { fixtureSecret } from '#tests/support/fixture.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const root = `${import.meta.dirname}/../..`;
const WATEA_NOW = '2026-11-21T00:00:40+13:00';
const kills = 10;

const fixtures: OwnFixture[] = [];
afterAll(async () => {
  for (const fixture of fixtures) await fixture.remove();
});

/** A fixture with `count` names in the register, inserted as if imported. */
async function fixtureWith(count: number, cancelled: number | null): Promise<OwnFixture> {
  const fixture = await ownFixture();
  fixtures.push(fixture);
  fixture.change((connection) => {
    const { sqlite } = connection;
    const put = sqlite.prepare(
      'INSERT INTO domain (name, revision, registered, cancelled) VALUES (?, 1, 1000000000, ?)',
    );
    sqlite.transaction(() => {
      for (let place = 0; place < count; place++) put.run(`killed-${place}.co.nz`, cancelled);
    })();
    publishRows(connection);
  });
  return fixture;
}

const query = ({ databaseFile }: OwnFixture, sql: string) => queryDatabase(databaseFile, sql);

/** The published states of these names, and the number of names in each. */
const statesIn = (fixture: OwnFixture) =>
  query(
    fixture,
    `SELECT cancelled, free_at, count(*) AS names FROM (
       SELECT cancelled, free_at, max(revision) FROM domain
       WHERE revision <= (SELECT value FROM generation WHERE subject = 'register') AND name LIKE 'killed-%' GROUP BY name)
     GROUP BY cancelled, free_at`,
  );

function start(script: readonly string[], fixture: OwnFixture): ChildProcess {
  const settings = { WATEA_NOW, DATABASE_URL: `file:${fixture.databaseFile}`, SECRET_KEY: fixtureSecret, PORT: '0' };
  return spawn(process.execPath, script, { cwd: root, env: environmentWith(settings), stdio: 'ignore' });
}

/** Kills a process some time after `from` becomes true, unless it ends before. */
async function killAfter(child: ChildProcess, from: () => boolean, waitMs: number): Promise<void> {
  const ended = once(child, 'exit');
  while (child.exitCode === null && !from()) await sleep(5);
  await Promise.race([ended, sleep(waitMs)]);
  child.kill('SIGKILL');
  await ended;
}

describe.concurrent('kill -9', () => {
  test('at random moments of an import or an undo, the register is the one before or the one after', async ({
    expect,
  }) => {
    const count = 4000;
    const fixture = await fixtureWith(count, null);
    const file = join(fixture.databaseFile, '..', 'cancelled.csv');
    const rows = Array.from({ length: count }, (_, place) => `killed-${place}.co.nz,2001-09-09T01:46:40Z,2026-11-01`);
    writeFileSync(file, ['domain,registered,cancel_date', ...rows].join('\n'));
    const before = statesIn(fixture);
    const cancelled = Date.parse('2026-11-01T00:00:00+13:00') / 1000;
    const after = [{ cancelled, free_at: null, names: count }];
    const isBegun = () => query(fixture, "SELECT 1 FROM register_run WHERE state = 'staging'").length > 0;
    const environment = { WATEA_NOW, DATABASE_URL: `file:${fixture.databaseFile}` };

    for (let kill = 0; kill < kills; kill++) {
      const waitMs = Math.random() * 600;
      await killAfter(start(['tests/support/processes/register-process.ts', 'import', file], fixture), isBegun, waitMs);
      expect([before, after], `killed after ${waitMs} ms`).toContainEqual(statesIn(fixture));
    }
    expect(await watea(['register', 'import', file], environment)).toMatchObject({ status: 0 });
    expect(statesIn(fixture)).toEqual(after);

    for (
      let kill = 0;
      kill < kills && query(fixture, "SELECT 1 FROM register_run WHERE state = 'undone'").length === 0;
      kill++
    ) {
      const waitMs = Math.random() * 400;
      await killAfter(start(['tests/support/processes/register-process.ts', 'undo'], fixture), isBegun, waitMs);
      expect([before, after], `killed after ${waitMs} ms`).toContainEqual(statesIn(fixture));
    }
    while (JSON.stringify(statesIn(fixture)) !== JSON.stringify(before)) {
      expect(await watea(['register', 'undo'], environment)).toMatchObject({ status: 0 });
    }
    // the rows of the killed runs are gone, and each run is recorded
    const published = "(SELECT value FROM generation WHERE subject = 'register')";
    expect(query(fixture, `SELECT name FROM domain WHERE revision > ${published}`)).toEqual([]);
    expect(query(fixture, "SELECT 1 FROM register_run WHERE state = 'staging'")).toEqual([]);
  });

  test('at random moments of the release job, its names are released exactly once, and the catch-up is recorded', async ({
    expect,
  }) => {
    const count = 30_000;
    const cancelled = Date.parse('2026-08-01T00:00:00+12:00') / 1000;
    const fixture = await fixtureWith(count, cancelled);
    const runs = () => query(fixture, 'SELECT * FROM release_run');
    const marks = () =>
      query(fixture, "SELECT name FROM domain WHERE name LIKE 'killed-%' AND free_at IS NOT NULL").length;
    const isLeased = () => query(fixture, 'SELECT 1 FROM lease').length > 0;

    for (let kill = 0; kill < kills && runs().length === 0; kill++) {
      // the job starts when the lease is taken, and takes a few hundred milliseconds
      const waitMs = Math.random() * 250;
      await killAfter(start(['tests/support/processes/release-process.ts'], fixture), isLeased, waitMs);
      expect([marks(), runs().length], `killed after ${waitMs} ms`).toEqual(runs().length === 0 ? [0, 0] : [count, 1]);
      fixture.change(({ sqlite }) => sqlite.exec('DELETE FROM lease'));
    }
    const server = await fixture.start({ WATEA_NOW });
    await waitUntil('the job', () => runs().length > 0);
    await server.stop();
    const [run] = runs();
    expect(runs()).toEqual([expect.objectContaining({ kind: 'catch-up', released: count + 3 })]);
    expect(statesIn(fixture)).toEqual([{ cancelled, free_at: run?.free_at, names: count }]);
    expect(marks()).toBe(count);
  });
});
