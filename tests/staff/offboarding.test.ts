import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAccountByEmail } from '#db/staff/accounts.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { queryDatabase, readDatabase } from '#tests/support/read-database.ts';
import { type ActionName, callAction, emailOf, ownOrigin, signIn } from '#tests/support/staff-action.ts';
import { revisionNow } from '#tests/support/staff-writes.ts';
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
  server = await fixture.start({ BASE_URL: ownOrigin, WEB_CONCURRENCY: '2', PAGES_PER_SECOND: '1000', ...mail });
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
