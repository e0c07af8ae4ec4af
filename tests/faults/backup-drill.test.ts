import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { messagesOf, watea } from '#tests/support/command-line.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { keys } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { startLoad } from '#tests/support/processes/steady-load.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { emailOf, signIn } from '#tests/support/staff/action.ts';

const backups = makeFolder();
const fixtures: OwnFixture[] = [];
afterAll(async () => {
  for (const fixture of fixtures) await fixture.remove();
  backups.remove();
});

const names = ['active.nz', 'pending-first.co.nz', 'reserved.co.nz', 'prohibited.nz', 'free.co.nz', 'released.co.nz'];
const point = `/api/1.0/availability/yx/-41.05/174.05?api_key=${keys.plain}`;
const targets = [
  `/1.0/availability?${names.map((name) => `domains[]=${name}`).join('&')}`,
  '/1.0/droplist',
  '/1.0/droplist/released',
  point,
  '/places?q=whang',
  '/places?q=12%20rata+st',
];

/** What callers, visitors and staff get. */
async function answersOf({ port }: ServerProcess, cookie: string) {
  const answers: unknown[] = [];
  for (const target of targets) {
    const { status, body } = await ask(port, { target });
    expect(status, target).toBe(200);
    answers.push(body);
  }
  const { status, body } = await ask(port, { target: '/admin/staff', headers: { Cookie: cookie } });
  return [...answers, status, body.includes(emailOf('admin')), body.includes(emailOf('viewer'))];
}

const staffRows = (file: string) => queryDatabase(file, 'SELECT * FROM staff ORDER BY id');

test('a machine is lost: what was backed up under load answers the same from the restored backup', async () => {
  const fixture = await ownFixture();
  fixtures.push(fixture);
  const file = fixture.databaseFile;
  const cookie = signIn(file, 'admin');
  signIn(file, 'viewer');
  const archive = join(backups.path, 'drill.tar.zst');
  const environment = { DATABASE_URL: `file:${file}` };
  // without a key of its own: the one beside the database is in the backup
  const settings = { SECRET_KEY: '' };
  const server = await fixture.start(settings);
  const before = await answersOf(server, cookie);
  const secret = readFileSync(`${file}.secret`, 'utf8');
  const rows = staffRows(file);

  const request = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const load = startLoad({
    port: server.port,
    clients: [[request(targets[0] ?? '')], [request(point)]],
    reconnects: true,
  });
  let changes = 0;
  let isOver = false;
  const changing = (async () => {
    for (; !isOver; await sleep(5))
      fixture.change(({ sqlite }) =>
        sqlite.prepare("UPDATE lease SET beat_at = ? WHERE subject = 'data check'").run(++changes),
      );
  })();
  const backedUp = await watea(['backup', archive], environment);
  isOver = true;
  await changing;
  const { statuses, failures } = await load.stop();
  expect([backedUp.status, messagesOf(backedUp)]).toEqual([0, '']);
  expect([[...statuses.keys()], failures]).toEqual([[200], []]);
  expect(statSync(archive).mode & 0o777).toBe(0o600);
  expect((await watea(['check', archive], environment)).stdout).toContain(`${archive} is sound`);

  const refused = await watea(['restore', archive], environment);
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toBe(
    `${file} is in use by a server or another command: stop it first. Nothing was changed.\n`,
  );
  expect(await answersOf(server, cookie)).toEqual(before);

  await fixture.stopAll();
  for (const name of readdirSync(dirname(file))) rmSync(join(dirname(file), name), { recursive: true });
  const restored = await watea(['restore', archive], environment);
  expect([restored.status, messagesOf(restored)]).toEqual([0, '']);
  expect(restored.stdout).toContain('There was no database before.');
  expect(readFileSync(`${file}.secret`, 'utf8')).toBe(secret);
  expect(staffRows(file)).toEqual(rows);
  expect(await answersOf(await fixture.start(settings), cookie)).toEqual(before);
});

test('a restore keeps what was there, and removes tiles that were drawn from it', async () => {
  const fixture = await ownFixture();
  fixtures.push(fixture);
  const file = fixture.databaseFile;
  const environment = { DATABASE_URL: `file:${file}` };
  const archive = join(backups.path, 'kept.tar.zst');
  expect((await watea(['backup', archive], environment)).status).toBe(0);
  fixture.change(({ sqlite }) => sqlite.exec("UPDATE registrar SET name = 'Renamed' WHERE id = 1"));
  mkdirSync(`${file}-tiles/7`, { recursive: true });
  const registrars = (path: string) => queryDatabase(path, 'SELECT name FROM registrar WHERE id = 1');
  const restored = await watea(['restore', archive, '--json'], environment);
  const { keptIn } = JSON.parse(restored.stdout) as { keptIn: string };
  expect(registrars(file)).toEqual([{ name: 'Allowed Registrar' }]);
  expect(registrars(join(keptIn, 'watea.db'))).toEqual([{ name: 'Renamed' }]);
  expect(existsSync(`${file}-tiles`)).toBe(false);
  expect(readdirSync(dirname(file)).filter((name) => /restor|scratch/.test(name))).toEqual([]);
});
