import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, openWriter } from '#db/client.ts';
import { addJob } from '#db/jobs/jobs.ts';
import type { ImportRequest } from '#lib/broadband/import/mapping/choices.ts';
import { watea } from '#tests/support/command-line.ts';
import { collection, feature, square } from '#tests/support/files/coverage-files.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '#tests/support/files/small-disk.ts';
import { callers, fixtureNow, fixtureSecret, keys, seedFixture } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { runServerToItsEnd, type ServerProcess, startServer } from '#tests/support/processes/server-process.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { type ActionName, callAction, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { sentenceOf, uploadClient } from '#tests/support/uploads.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let disk: SmallDisk;
let databaseFile: string;
let settings: Readonly<Record<string, string>>;
let server: ServerProcess;
let editor: string;

const Host = new URL(ownOrigin).host;
const targets = [
  '/1.0/availability?domains[]=active.nz&domains[]=free.co.nz',
  '/1.0/droplist',
  `/api/1.0/availability/yx/-40.95/174.05?api_key=${keys.plain}`,
];
const askAll = () => Promise.all(targets.map(async (target) => (await ask(server.port, { target })).body));
const readyz = () => ask(server.port, { target: '/readyz' });

beforeAll(async () => {
  if (!canMount) return;
  disk = mountSmallDisk(48);
  databaseFile = join(disk.path, 'watea.db');
  await seedFixture(databaseFile);
  editor = signIn(databaseFile, 'editor');
  settings = {
    WATEA_NOW: fixtureNow,
    LOG_LEVEL: 'error',
    SECRET_KEY: fixtureSecret,
    BASE_URL: ownOrigin,
    DATABASE_URL: `file:${databaseFile}`,
  };
  server = await startServer(settings);
});
afterAll(async () => {
  if (!canMount) return;
  await server.stop();
  disk.remove();
});

function withWriter<T>(work: (connection: Connection) => T): T {
  const connection = openWriter(databaseFile);
  try {
    return work(connection);
  } finally {
    connection.sqlite.close();
  }
}

interface Write {
  readonly page: string;
  readonly action: ActionName;
  readonly values: readonly unknown[];
}

const registrars = 'app/admin/registrars/actions.ts';
const registrar = { contactEmail: 'ops@example.nz', note: '', perSecond: '70', enabled: true };
const addRegistrar = (name: string): Write => ({
  page: '/admin/registrars/new',
  action: { file: registrars, name: 'addRegistrar' },
  values: [{ ...registrar, name }],
});
/** Each by an account of its own, for those of one must wait. */
const signInWrong = (account: string): Write => ({
  page: '/admin/login',
  action: { file: 'app/admin/login/actions.ts', name: 'signIn' },
  values: [{ email: `${account.toLowerCase().replaceAll(' ', '-')}@watea.example`, password: 'wrong wrong wrong' }],
});
const addUser: Write = {
  page: '/admin/users/new',
  action: { file: 'app/admin/users/actions.ts', name: 'addUser' },
  values: [{ email: 'jo@example.nz', name: 'Jo', organisation: '', note: '' }],
};
const make = (write: Write) => callAction(server.port, { ...write, cookie: editor, origin: ownOrigin });

const report = () =>
  ask(server.port, {
    target: '/reports',
    method: 'POST',
    from: callers.stranger,
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', Host },
    body: JSON.stringify({ latitude: '-40.95', longitude: '174.05', what: 'No fibre.', seconds: 9 }),
  });

const announce = () => uploadClient(server.port, editor).announce({ name: 'a.json', bytes: 900, queue: 'coverage' });

const diskFull = /^The disk is full: .* free some space, then try again\.$/;

/** Nothing can be written, and everything can be looked at. */
async function expectRefused(): Promise<void> {
  const before = await askAll();
  for (const write of [addRegistrar('Never'), signInWrong('editor'), addUser])
    expect(await make(write)).toMatchObject({ ok: false, status: 507, sentence: expect.stringMatching(diskFull) });
  const announced = await announce();
  expect([announced.status, sentenceOf(announced)]).toEqual([507, expect.stringMatching(/until enough is free\.$/)]);
  const reported = await report();
  expect([reported.status, reported.headers['retry-after']]).toEqual([503, '1']);
  // looking needs no writing, although each look of staff is recorded now and then
  for (const target of ['/admin', '/admin/registrars', '/', '/tiles/1.json'])
    expect([target, (await ask(server.port, { target, headers: { Host, Cookie: editor } })).status]).toEqual([
      target,
      200,
    ]);
  expect(await askAll()).toEqual(before);
}

async function expectWritable(name: string): Promise<void> {
  expect(await make(addRegistrar(name))).toMatchObject({ ok: true });
  expect(await make(signInWrong(name))).toMatchObject({ ok: false, status: 401 });
  expect([(await announce()).status, (await report()).status]).toEqual([201, 201]);
  const names = queryDatabase(databaseFile, 'SELECT name FROM registrar').map((row) => (row as { name: string }).name);
  expect(names).toContain(name);
  expect(names).not.toContain('Never');
}

const counted = () =>
  (
    queryDatabase(
      databaseFile,
      "SELECT coalesce(sum(count), 0) AS n FROM usage_count WHERE span = 'day' AND api = 'registry'",
    )[0] as { n: number }
  ).n;

describe.skipIf(!canMount)('on a disk of its own', () => {
  test('a full disk changes no answer of the APIs, staff see what to do, and writing resumes by itself', async () => {
    await waitUntil('the first counts', () => counted() >= 0);
    disk.fill();
    await expectRefused();
    await waitUntil('the remark on /readyz', async () => (await readyz()).body.includes('Low disk: '));
    expect(await readyz()).toMatchObject({
      status: 200,
      body: expect.stringMatching(/^ready\nLow disk: .* has 0\sbytes /),
    });
    const asked = 7;
    for (let turn = 0; turn < asked; turn++) await askAll();
    disk.free();
    await expectWritable('After The Full Disk');
    // what was counted meanwhile is stored later
    await waitUntil('the counts of the time without room', () => counted() >= 2 * asked);
    await waitUntil('the end of the remark', async () => (await readyz()).body === 'ready\n');
    expect(server.child.exitCode).toBeNull();
    expect(server.output()).not.toContain('    at ');
  });

  test.each(['SIGKILL', 'SIGTERM'] as const)(
    'a server that ends by %s on a full disk starts and answers as before',
    async (signal) => {
      const before = await askAll();
      disk.fill();
      server.child.kill(signal);
      await once(server.child, 'close');
      server = await startServer(settings);
      expect(await askAll()).toEqual(before);
      expect((await readyz()).body).toMatch(/^ready\nLow disk: /);
      disk.free();
      await expectWritable(`After ${signal}`);
      expect(server.output()).not.toContain('    at ');
    },
  );

  test('a job that meets a full disk says so, leaves nothing, and succeeds when it is started again', async () => {
    const squares = Array.from({ length: 2000 }, (_, place) =>
      feature({ provider: 'Full Disk' }, square(172 + (place % 50) / 100, -42 - Math.floor(place / 50) / 100, 0.005)),
    );
    const text = JSON.stringify(collection(...squares));
    const uploadId = await uploadClient(server.port, editor).whole('squares.geojson', text);
    const parameters: ImportRequest = { mode: 'join', newProviders: true };
    const actor = { who: 'editor@watea.example', address: '127.0.0.1' };
    const start = () =>
      withWriter(({ db }) =>
        addJob(db, { kind: 'coverage import', title: 'Squares', parameters, uploadId }, { actor, nowMs: Date.now() }),
      );
    const stateOf = (id: number) => queryDatabase(databaseFile, 'SELECT state, fault FROM work WHERE id = ?', id)[0];
    const rows = () => queryDatabase(databaseFile, 'SELECT count(*) AS n FROM coverage_part')[0];
    const before = [await askAll(), rows()];
    disk.fill(400_000);
    const failed = start();
    await waitUntil('the job to fail', () => (stateOf(failed) as { state: string }).state === 'failed');
    expect(JSON.stringify(stateOf(failed))).toContain('coverage-disk-full');
    expect([await askAll(), rows()]).toEqual(before);
    disk.free();
    const again = start();
    await waitUntil('the job to end', () => (stateOf(again) as { state: string }).state === 'done');
    expect(await askAll()).toEqual(before[0]);
  });

  test('on a read-only disk a start and a command say so in one sentence', async () => {
    await server.stop();
    disk.setReadOnly(true);
    const started = await runServerToItsEnd(settings);
    const ran = await watea(['allow', 'list'], settings);
    disk.setReadOnly(false);
    for (const { status, printed } of [
      { status: started.status, printed: started.output },
      { status: ran.status, printed: ran.stderr },
    ]) {
      expect(status).toBe(1);
      expect(printed.trimEnd()).toMatch(/^[^\n]* is read-only: [^\n]*make it writable, then try again\.$/);
    }
    server = await startServer(settings);
    await expectWritable('After The Read-only Disk');
  });

  test('a start on a full disk says so in one sentence, and the next one goes on', async () => {
    await server.stop();
    const fresh = { ...settings, DATABASE_URL: `file:${join(disk.path, 'fresh.db')}`, SECRET_KEY: '' };
    disk.fill();
    const started = await runServerToItsEnd(fresh);
    disk.free();
    expect(started.status).toBe(1);
    expect(started.output.trimEnd()).toMatch(/^The disk is full: [^\n]* free some space, then try again\.$/);
    server = await startServer(fresh);
    // it starts, and has nothing to answer from
    expect(await readyz()).toMatchObject({
      status: 503,
      body: expect.stringContaining('no register has been imported'),
    });
  });
});
