import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, openWriter } from '#db/client.ts';
import { watea } from '#tests/support/command-line.ts';
import { callers, fixtureNow, keys } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { callAction, ownOrigin, signIn } from '#tests/support/staff-action.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let fixture: OwnFixture;
let server: ServerProcess;
let editor: string;
let other: Connection;

beforeAll(async () => {
  fixture = await ownFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  server = await fixture.start({ BASE_URL: ownOrigin });
  for (const target of ['/', '/admin/login', '/places?q=wel']) await ask(server.port, { target });
  await askScreen('/admin/registrars');
  other = openWriter(fixture.databaseFile);
});
afterAll(async () => {
  other.sqlite.close();
  await fixture.remove();
});

/** How long the lock is held, in milliseconds: twice as long as a change waits. */
const heldMs = 8000;
/** People get an answer within this, in milliseconds. */
const answeredMs = 5000;

const sentence = /^Another process has been writing to .*watea\.db for [34] s\. Nothing was changed: try again/;
const registrars = 'app/admin/registrars/actions.ts';
const details = { contactEmail: 'ops@example.nz', note: '', perSecond: '70', enabled: true };

const askScreen = (target: string) =>
  ask(server.port, { target, headers: { Host: new URL(ownOrigin).host, Cookie: editor } });

function addRegistrar(name: string) {
  const action = { file: registrars, name: 'addRegistrar' };
  const values = [{ ...details, name }];
  return callAction(server.port, { page: '/admin/registrars/new', action, values, cookie: editor, origin: ownOrigin });
}

function signInWithPassword() {
  const action = { file: 'app/admin/login/actions.ts', name: 'signIn' };
  const values = [{ email: 'editor@watea.example', password: 'wrong wrong wrong' }];
  return callAction(server.port, { page: '/admin/login', action, values, cookie: undefined, origin: ownOrigin });
}

/** Runs `work`. @returns its result, and how long it took in milliseconds */
async function timed<T>(work: Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
  const startedAt = performance.now();
  return { result: await work, ms: performance.now() - startedAt };
}

const point = `/api/1.0/availability/yx/-40.95/174.05?api_key=${keys.plain}`;
const names = '/1.0/availability?domains[]=active.nz&domains[]=free.co.nz';

/** Asks one after the other until `until`: whatever blocks an event loop delays one of them. @returns the longest */
async function longestAnswer(target: string, until: () => boolean): Promise<{ ms: number; bodies: Set<string> }> {
  const bodies = new Set<string>();
  let longest = 0;
  while (!until()) {
    const { result, ms } = await timed(ask(server.port, { target }));
    bodies.add(`${result.status} ${result.body}`);
    longest = Math.max(longest, ms);
    await sleep(20);
  }
  return { ms: longest, bodies };
}

test('while another process holds the write lock nothing waits on an event loop, staff and commands are answered in words, and then all goes on', async () => {
  const before = await Promise.all([names, point].map((target) => ask(server.port, { target })));
  let isHeld = true;
  other.sqlite.exec('BEGIN IMMEDIATE');
  const release = setTimeout(() => {
    other.sqlite.exec('ROLLBACK');
    isHeld = false;
  }, heldMs);
  try {
    const settings = { DATABASE_URL: `file:${fixture.databaseFile}`, WATEA_NOW: fixtureNow };
    const writes = [
      timed(addRegistrar('Too Early')),
      timed(addRegistrar('Too Early Too')),
      timed(signInWithPassword()),
    ];
    const command = timed(
      watea(['allow', 'add', '203.0.113.0/24', '--registrar', 'Allowed Registrar', '--json'], settings),
    );
    const page = timed(askScreen('/admin/registrars'));
    const until = () => !isHeld;
    const [registry, broadband, places] = await Promise.all(
      [names, point, '/places?q=wel'].map((target) => longestAnswer(target, until)),
    );

    for (const write of writes) {
      const { result, ms } = await write;
      expect(result).toMatchObject({ ok: false, status: 503, sentence: expect.stringMatching(sentence) });
      expect(ms).toBeLessThan(answeredMs);
    }
    expect((await page).result.status).toBe(200);
    const { result: ran } = await command;
    expect([ran.status, ran.stdout, ran.stderr.includes('\n    at ')]).toEqual([1, '', false]);
    expect(ran.stderr).toMatch(/"error":"Another process has been writing/);

    // SQLite's own wait was 5 s long, the present one as long as a change waits
    for (const answers of [registry, broadband, places]) expect(answers?.ms).toBeLessThan(1500);
    for (const [at, answers] of [registry, broadband].entries())
      expect([...(answers?.bodies ?? [])]).toEqual([`200 ${before[at]?.body}`]);
  } finally {
    clearTimeout(release);
    if (other.sqlite.inTransaction) other.sqlite.exec('ROLLBACK');
  }
  await waitUntil('the first change after the lock', async () => (await addRegistrar('In Time')).ok === true);
  expect(await signInWithPassword()).toMatchObject({ ok: false, status: 401 });
  const stored = fixture.change(({ sqlite }) => sqlite.prepare('SELECT name FROM registrar').pluck().all());
  expect(stored).toContain('In Time');
  expect(stored).not.toContain('Too Early');
});

test('a change that begins while the lock is held succeeds when it is released in time', async () => {
  other.sqlite.exec('BEGIN IMMEDIATE');
  const change = addRegistrar('Patient');
  await sleep(1500);
  other.sqlite.exec('ROLLBACK');
  expect(await change).toMatchObject({ ok: true });
});

test('a visitor’s report meanwhile is refused with 503 and Retry-After', async () => {
  other.sqlite.exec('BEGIN IMMEDIATE');
  try {
    const body = JSON.stringify({
      latitude: '-40.95',
      longitude: '174.05',
      what: 'There is no fibre here.',
      shown: '',
      seconds: 9,
    });
    const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin', Host: 'localhost:3000' };
    const answered = await ask(server.port, {
      target: '/reports',
      method: 'POST',
      headers,
      body,
      from: callers.stranger,
    });
    expect([answered.status, answered.headers['retry-after']]).toEqual([503, '1']);
  } finally {
    other.sqlite.exec('ROLLBACK');
  }
});
