import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, openWriter } from '#db/client.ts';
import { watea } from '#tests/support/command-line.ts';
import { callers, fixtureNow, keys } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { callAction, ownOrigin, signIn } from '#tests/support/staff/action.ts';
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

/** How many look-ups of each kind are answered while changes wait for the lock. */
const lookUps = 20;

const sentence = /^Another process has been writing to .*watea\.db for \d+ s\. Nothing was changed: try again/;
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

const point = `/api/1.0/availability/yx/-40.95/174.05?api_key=${keys.plain}`;
const names = '/1.0/availability?domains[]=active.nz&domains[]=free.co.nz';

test('while another process holds the write lock look-ups are answered, and staff and commands are refused in words; then all goes on', async () => {
  const settings = { DATABASE_URL: `file:${fixture.databaseFile}`, WATEA_NOW: fixtureNow };
  const before = await Promise.all([names, point].map((target) => ask(server.port, { target })));
  other.sqlite.exec('BEGIN IMMEDIATE');
  try {
    const writes = [addRegistrar('Too Early'), addRegistrar('Too Early Too'), signInWithPassword()];
    const command = watea(['allow', 'add', '203.0.113.0/24', '--registrar', 'Allowed Registrar', '--json'], settings);
    const page = askScreen('/admin/registrars');
    for (let time = 0; time < lookUps; time++) {
      for (const [at, target] of [names, point].entries())
        expect(await ask(server.port, { target })).toMatchObject({ status: 200, body: before[at]?.body });
      expect((await ask(server.port, { target: '/places?q=wel' })).status).toBe(200);
    }
    expect((await page).status).toBe(200);
    for (const write of writes)
      expect(await write).toMatchObject({ ok: false, status: 503, sentence: expect.stringMatching(sentence) });
    const ran = await command;
    expect([ran.status, ran.stdout, ran.stderr.includes('\n    at ')]).toEqual([1, '', false]);
    expect(ran.stderr).toMatch(/"error":"Another process has been writing/);
  } finally {
    other.sqlite.exec('ROLLBACK');
  }
  await waitUntil('the first change after the lock', async () => (await addRegistrar('In Time')).ok === true);
  expect(await signInWithPassword()).toMatchObject({ ok: false, status: 401 });
  const stored = fixture.change(({ sqlite }) => sqlite.prepare('SELECT name FROM registrar').pluck().all());
  expect(stored).toContain('In Time');
  expect(stored).not.toContain('Too Early');
});

test('a change that begins while the lock is held succeeds when it is released in time', async () => {
  // a machine so slow that the change gave up first has shown nothing
  await waitUntil('a change that was still waiting when the lock was released', async () => {
    other.sqlite.exec('BEGIN IMMEDIATE');
    const change = addRegistrar('Patient');
    // it is on its way before this page
    await askScreen('/admin/registrars');
    other.sqlite.exec('ROLLBACK');
    const { ok, sentence: refusal } = await change;
    if (ok !== true) expect(refusal).toMatch(sentence);
    return ok === true;
  });
});

test('a visitor’s report during that time is refused with 503 and Retry-After', async () => {
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
