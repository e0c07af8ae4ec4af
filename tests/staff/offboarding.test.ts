import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getProviderByName, insertProvider } from '#db/broadband/providers.ts';
import { getAccountByEmail } from '#db/staff/accounts.ts';
import { fixtureNowMs } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { queryDatabase, readDatabase } from '#tests/support/read-database.ts';
import { type ActionName, callAction, emailOf, ownOrigin, signIn, signInFor } from '#tests/support/staff/action.ts';
import { seedSession } from '#tests/support/staff/session.ts';
import { revisionNow } from '#tests/support/staff/writes.ts';
import { uploadClient } from '#tests/support/uploads.ts';

const staff = (name: string): ActionName => ({ file: 'app/admin/staff/actions.ts', name });
let fixture: OwnFixture;
let server: ServerProcess;
let admin: string;
const leaving = { viewer: '', editor: '' };

beforeAll(async () => {
  fixture = await ownFixture();
  admin = signIn(fixture.databaseFile, 'admin');
  leaving.viewer = signIn(fixture.databaseFile, 'viewer');
  leaving.editor = signIn(fixture.databaseFile, 'editor');
  // has accepted an invitation
  fixture.change(({ sqlite }) => sqlite.exec("UPDATE staff SET password_hash = 'x' WHERE role = 'editor'"));
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'watea@watea.example' };
  server = await fixture.start({ BASE_URL: ownOrigin, WEB_CONCURRENCY: '2', ...mail });
});
afterAll(() => fixture.remove());

const idOf = (email: string) =>
  readDatabase(fixture.databaseFile, (reader) => getAccountByEmail(reader, email)?.id ?? 0);
const act = (name: string, ...values: unknown[]) => actOn('/admin/staff/4', name, values);
const actOn = (target: string, name: string, values: unknown[]) =>
  callAction(server.port, { page: target, action: staff(name), values, cookie: admin, origin: ownOrigin });
const page = (target: string, cookie: string) => ask(server.port, { target, headers: { Cookie: cookie } });

describe.each([
  ['disable', 'viewer'],
  ['remove', 'editor'],
] as const)('%s', (name, role) => {
  test('ends pages, writes and uploads with the next request, on every process, and keeps the name', async () => {
    const cookie = leaving[role];
    expect((await page('/admin', cookie)).status).toBe(200);
    const uploads = uploadClient(server.port, cookie);
    // viewers upload nothing
    const announced = JSON.parse((await uploads.announce({ name: 'a.geojson', bytes: 3, queue: 'coverage' })).body);
    const { id: upload = '' } = announced as { id?: string };
    const id = idOf(emailOf(role));
    expect((await page(`/admin/staff/${id}`, admin)).body).toContain('1 session');
    expect(await act(name, id, revisionNow(fixture.databaseFile))).toMatchObject({ ok: true });
    // connections are dealt to the processes in turn
    for (let turn = 0; turn < 4; turn++) {
      const { status, headers } = await page('/admin', cookie);
      expect([status, headers.location]).toEqual([307, '/admin/login']);
    }
    expect(upload !== '').toBe(role === 'editor');
    if (upload !== '') expect((await uploads.append(upload, 0, 'abc')).status).toBe(401);
    const last = 'SELECT action, subject FROM audit_entry ORDER BY id DESC LIMIT 1';
    const action = name === 'remove' ? 'staff.remove' : 'staff.disable';
    expect(queryDatabase(fixture.databaseFile, last)).toEqual([{ action, subject: emailOf(role) }]);
  });
});

describe('on the next request, on every process', () => {
  const saveNote = (cookie: string) =>
    callAction(server.port, {
      page: '/admin/users/new',
      action: { file: 'app/admin/users/actions.ts', name: 'addUser' },
      cookie,
      values: [{ email: 'x@watea.example', name: '', organisation: '', note: '' }],
      origin: ownOrigin,
    });
  const lastRows = (count: number) =>
    queryDatabase(fixture.databaseFile, `SELECT action, subject FROM audit_entry ORDER BY id DESC LIMIT ${count}`);
  /** Where somebody with this session is sent from a page, by each process. */
  const sentTo = async (target: string, cookie: string) => {
    const answers = [];
    for (let turn = 0; turn < 4; turn++) answers.push((await page(target, cookie)).headers.location);
    return [...new Set(answers)];
  };

  test('an editor who becomes a viewer can change nothing', async () => {
    const email = 'lesser@watea.example';
    const cookie = `watea-session=${seedSession(fixture.databaseFile, { email, role: 'editor', nowMs: fixtureNowMs })}`;
    expect((await page('/admin/users/new', cookie)).status).toBe(200);
    expect(
      await act('changeRole', idOf(email), { role: 'viewer' }, { revision: revisionNow(fixture.databaseFile) }),
    ).toMatchObject({ ok: true });
    expect(lastRows(1)).toEqual([{ action: 'staff.role', subject: email }]);
    expect(await sentTo('/admin/users/new', cookie)).toEqual(['/admin/refused?needs=editor']);
    for (let turn = 0; turn < 4; turn++) expect(await saveNote(cookie)).toMatchObject({ ok: false, status: 403 });
    expect(lastRows(1)).toEqual([{ action: 'staff.role', subject: email }]);
  });

  test('a provider’s person who gets another role is signed out, and so are all people of a provider that is retired', async () => {
    const [provider, retired] = ['Leaving Fibre', 'Retired Fibre'];
    for (const name of [provider, retired]) {
      const details = { name, url: '', wholesaleNetwork: 'No' } as const;
      fixture.change(({ db }) => insertProvider(db, details, fixtureNowMs));
    }
    const [moved, first, second] = [
      signInFor(fixture.databaseFile, provider, 'moved@leaving.example'),
      signInFor(fixture.databaseFile, retired, 'first@retired.example'),
      signInFor(fixture.databaseFile, retired, 'second@retired.example'),
    ] as const;
    for (const cookie of [moved, first, second]) expect((await page('/admin/own', cookie)).status).toBe(200);
    const revision = () => revisionNow(fixture.databaseFile);
    const id = idOf('moved@leaving.example');
    expect(await act('changeRole', id, { role: 'viewer' }, { revision: revision() })).toMatchObject({ ok: true });
    expect(lastRows(1)).toEqual([{ action: 'staff.role', subject: 'moved@leaving.example' }]);
    expect(await sentTo('/admin/own', moved)).toEqual(['/admin/login']);
    const retiredId = readDatabase(fixture.databaseFile, (reader) => getProviderByName(reader.db, retired)?.id ?? 0);
    const answer = await callAction(server.port, {
      page: '/admin/providers',
      action: { file: 'app/admin/providers/actions.ts', name: 'retireProvider' },
      values: [retiredId, revision()],
      cookie: admin,
      origin: ownOrigin,
    });
    expect(answer).toMatchObject({ ok: true });
    expect(lastRows(1)).toEqual([{ action: 'provider.retire', subject: retired }]);
    for (const cookie of [first, second]) {
      expect(await sentTo('/admin/own', cookie)).toEqual(['/admin/login']);
      expect(
        (await uploadClient(server.port, cookie).announce({ name: 'a.geojson', bytes: 3, queue: 'coverage' })).status,
      ).toBe(401);
    }
  });
});

describe('where mail can be sent', () => {
  const outbox = () =>
    queryDatabase(fixture.databaseFile, 'SELECT recipient, kind, is_secret FROM outbox_message ORDER BY id');

  test('an invitation is mailed and its link is not shown, and it can be sent again or shown', async () => {
    const email = 'new@watea.example';
    expect(await actOn('/admin/staff/invite', 'invite', [{ email, role: 'viewer' }])).toEqual({
      ok: true,
      value: null,
    });
    const id = idOf(email);
    expect(await act('mailLink', id, revisionNow(fixture.databaseFile))).toEqual({ ok: true, value: null });
    expect(outbox()).toEqual([{ recipient: email, kind: 'staff', is_secret: 1 }]);
    const shown = await act('renewLink', id, revisionNow(fixture.databaseFile));
    expect(shown.value).toMatch(/^http:\/\/localhost:3000\/admin\/invitation#[\w-]{43}$/);
    const { body } = await page('/admin/staff?state=invited', admin);
    expect(body.replaceAll('<wbr/>', '')).toContain(email);
  });

  test.each([
    ['a foreign Origin', () => admin, 'https://evil.example', 403],
    ['a session that has ended', () => leaving.viewer, ownOrigin, 401],
    ['no session', () => undefined, ownOrigin, 401],
  ])('mailLink is refused from %s', async (_how, cookieOf, origin, status) => {
    const before = outbox();
    const values = [idOf('new@watea.example'), revisionNow(fixture.databaseFile)];
    const asked = { page: '/admin/staff/4', action: staff('mailLink'), values, cookie: cookieOf(), origin };
    expect(await callAction(server.port, asked)).toMatchObject({ ok: false, status });
    expect(outbox()).toEqual(before);
  });
});

describe('several accounts at once', () => {
  const ids = ['one', 'two', 'three'].map(() => 0);
  const logged = () =>
    queryDatabase(
      fixture.databaseFile,
      "SELECT action, subject FROM audit_entry WHERE action LIKE 'staff.%' ORDER BY id",
    );
  const bulk = (name: string, rows: unknown[]) =>
    actOn('/admin/staff', name, [rows, revisionNow(fixture.databaseFile)]);

  beforeAll(async () => {
    for (const [at] of ids.entries()) {
      const email = `bulk${at}@watea.example`;
      await actOn('/admin/staff/invite', 'invite', [{ email, role: 'editor' }]);
      ids[at] = idOf(email);
    }
  });

  test('a disabled one is refused with its reason, one’s own too, and the others change, each with its row', async () => {
    const [first = 0, second = 0] = ids;
    await act('disable', first, revisionNow(fixture.databaseFile));
    const before = logged().length;
    expect(await bulk('disableAccounts', [first, second, idOf(emailOf('admin')), 999])).toEqual({
      ok: true,
      value: {
        done: 1,
        refused: [
          { record: String(first), sentence: 'bulk0@watea.example is already disabled.' },
          { record: String(idOf(emailOf('admin'))), sentence: expect.stringContaining('administrator') },
          { record: '999', sentence: 'This account no longer exists.' },
        ],
      },
    });
    expect(logged().slice(before)).toEqual([{ action: 'staff.disable', subject: 'bulk1@watea.example' }]);
    expect((await page('/admin', admin)).status).toBe(200);
  });

  test('they are enabled and removed together', async () => {
    const before = logged().length;
    const [first, second] = ids;
    expect(await bulk('enableAccounts', ids)).toMatchObject({ ok: true, value: { done: 2 } });
    expect(await bulk('removeAccounts', ids)).toEqual({ ok: true, value: { done: 3, refused: [] } });
    expect([first, second].every((id) => id !== 0)).toBe(true);
    expect(logged().slice(before)).toEqual([
      { action: 'staff.enable', subject: 'bulk0@watea.example' },
      { action: 'staff.enable', subject: 'bulk1@watea.example' },
      ...[0, 1, 2].map((at) => ({ action: 'staff.withdraw', subject: `bulk${at}@watea.example` })),
    ]);
  });

  test('what is no list of rows changes nothing', async () => {
    const before = logged().length;
    for (const rows of ['1', { 0: 1 }, Array.from({ length: 51 }, (_, at) => at + 1)]) {
      expect(await actOn('/admin/staff', 'removeAccounts', [rows, revisionNow(fixture.databaseFile)])).toMatchObject({
        ok: false,
      });
    }
    expect(logged()).toHaveLength(before);
  });
});
