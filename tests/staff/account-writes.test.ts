import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { addPasskey } from '#db/staff/passkeys.ts';
import { addSession, listSessions } from '#db/staff/sessions.ts';
import { holdTotpSecret } from '#db/staff/totp.ts';
import { getStaffByEmail, inviteStaff } from '#flows/staff/accounts.ts';
import { hashPassword } from '#lib/staff/password-hash.ts';
import { SecretBox } from '#lib/staff/secret-box.ts';
import { fixtureNowMs, fixtureSecret } from '#tests/support/fixture.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { type ActionName, callAction, emailOf, ownOrigin, signIn } from '#tests/support/staff-action.ts';

const password = 'four blue kererū fly';
const actor = { who: 'test', address: null };
let fixture: OwnFixture;
let server: ServerProcess;
let admin: string;
let editor: string;
let viewer: string;
/** Somebody whom the administrator's writes are about. */
let other: number;
/** A second session of the viewer, and the app whose secret is laid for them. */
let session: number;
const app = new TOTP({ secret: new Secret({ size: 20 }) });
let startedAt: number;

beforeAll(async () => {
  fixture = await ownFixture();
  [admin, editor, viewer] = [
    signIn(fixture.databaseFile, 'admin'),
    signIn(fixture.databaseFile, 'editor'),
    signIn(fixture.databaseFile, 'viewer'),
  ];
  const database = openDatabase(fixture.databaseFile);
  const { writer } = database;
  const invited = { email: 'other@watea.example', role: 'viewer', tokenHash: 'x' } as const;
  other = inviteStaff(writer, invited, actor, fixtureNowMs);
  const id = getStaffByEmail(writer.db, emailOf('viewer'))?.id ?? 0;
  const sealed = new SecretBox(Buffer.from(fixtureSecret, 'hex')).seal(app.secret.bytes, `totp of staff ${id}`);
  holdTotpSecret(writer.db, id, sealed);
  const place = { address: null, limitKey: 'unknown', agent: 'another browser' };
  addSession(writer.db, { tokenHash: 'another', staffId: id, stage: 'full', ...place }, fixtureNowMs);
  session = listSessions(writer, id).find(({ agent }) => agent === place.agent)?.id ?? 0;
  writer.sqlite.prepare('UPDATE staff SET password_hash = ? WHERE id = ?').run(await hashPassword(password), id);
  addPasskey(
    writer,
    { staffId: id, credentialId: 'c', publicKey: Buffer.of(1), counter: 0, transports: [], label: 'My laptop' },
    actor,
    fixtureNowMs,
  );
  closeDatabase(database);
  startedAt = Date.now();
  server = await fixture.start({ BASE_URL: ownOrigin });
});
afterAll(() => fixture.remove());

const staff = (name: string): ActionName => ({ file: 'app/admin/staff/actions.ts', name });
const account = (file: string, name: string): ActionName => ({ file: `app/admin/account/${file}.ts`, name });

interface Write {
  readonly page: string;
  readonly action: ActionName;
  readonly values: () => readonly unknown[];
  /** The action in the audit log; undefined for a write that lays nothing yet. */
  readonly recorded: string | undefined;
}

const ofAdmins: readonly Write[] = [
  {
    page: '/admin/staff/invite',
    action: staff('invite'),
    values: () => [{ email: 'new@watea.example', role: 'editor' }],
    recorded: 'staff.add',
  },
  { page: '/admin/staff/4', action: staff('makeLink'), values: () => [other], recorded: 'staff.link' },
  {
    page: '/admin/staff/4',
    action: staff('giveRole'),
    values: () => [{ id: other, role: 'editor' }],
    recorded: 'staff.role',
  },
  { page: '/admin/staff/4', action: staff('disable'), values: () => [other], recorded: 'staff.disable' },
  { page: '/admin/staff/4', action: staff('enable'), values: () => [other], recorded: 'staff.enable' },
  {
    page: '/admin/staff/4',
    action: staff('dropSecondFactors'),
    values: () => [other],
    recorded: 'staff.second-factors-remove',
  },
];

const ofEverybody: readonly Write[] = [
  {
    page: '/admin/account',
    action: account('actions', 'endOwnSession'),
    values: () => [session],
    recorded: 'staff.session-end',
  },
  {
    page: '/admin/account',
    action: account('actions', 'signOutEverywhere'),
    values: () => [],
    recorded: 'staff.sessions-end',
  },
  {
    page: '/admin/account',
    action: account('actions', 'changePassword'),
    values: () => [{ current: password, password: 'five green kākā sing', repeated: 'five green kākā sing' }],
    recorded: 'staff.password',
  },
  {
    page: '/admin/account',
    action: account('second-factor', 'confirmAuthenticator'),
    values: () => [{ code: app.generate({ timestamp: fixtureNowMs + Date.now() - startedAt }) }],
    recorded: 'staff.totp-add',
  },
  {
    page: '/admin/account',
    action: account('second-factor', 'renewRecoveryCodes'),
    values: () => [],
    recorded: 'staff.recovery-codes',
  },
  {
    page: '/admin/account',
    action: account('second-factor', 'turnOffAuthenticator'),
    values: () => [{ password: 'five green kākā sing' }],
    recorded: 'staff.totp-remove',
  },
  {
    page: '/admin/account',
    action: account('second-factor', 'beginAuthenticator'),
    values: () => [],
    recorded: undefined,
  },
  { page: '/admin/account', action: account('passkeys', 'beginPasskey'), values: () => [], recorded: undefined },
  {
    page: '/admin/account',
    action: account('passkeys', 'forgetPasskey'),
    values: () => [1],
    recorded: 'staff.passkey-remove',
  },
];

interface Row {
  readonly action: string;
  readonly who: string;
  readonly address: string | null;
}

/** Everything that a write could change. */
function state(): { readonly log: Row[]; readonly rest: unknown } {
  const database = openDatabase(fixture.databaseFile);
  try {
    const all = (sql: string) => database.reader.sqlite.prepare(sql).all();
    const tables = ['staff', 'staff_link', 'staff_passkey', 'staff_policy', 'staff_recovery_code'];
    return {
      log: all('SELECT action, who, address FROM audit_entry ORDER BY id') as Row[],
      rest: [...tables.map((table) => all(`SELECT * FROM ${table}`)), all('SELECT id FROM staff_session')],
    };
  } finally {
    closeDatabase(database);
  }
}

const elsewhere = [
  ['without a session', () => undefined, ownOrigin, 401],
  ['from a foreign Origin', () => admin, 'https://evil.example', 403],
  ['without an Origin', () => admin, undefined, 403],
] as const;
const lesser = [
  ['by a viewer', () => viewer, ownOrigin, 403],
  ['by an editor', () => editor, ownOrigin, 403],
] as const;

async function expectRefused(
  { page, action, values }: Write,
  cookie: string | undefined,
  origin: string | undefined,
  status: number,
) {
  const before = state();
  const answer = await callAction(server.port, { page, action, values: values(), cookie, origin });
  expect(answer).toMatchObject({ ok: false, status });
  expect(state()).toEqual(before);
}

async function expectDone({ page, action, values, recorded }: Write, cookie: string, who: string) {
  const { log } = state();
  const answer = await callAction(server.port, { page, action, values: values(), cookie, origin: ownOrigin });
  expect(answer).toMatchObject({ ok: true });
  const added = state().log.slice(log.length);
  expect(added).toEqual(recorded === undefined ? [] : [{ action: recorded, who, address: '127.0.0.1' }]);
}

describe.each(ofAdmins)('$action.name', (write) => {
  test.each([...elsewhere, ...lesser])('is refused %s, and nothing is changed', (_how, cookieOf, origin, status) =>
    expectRefused(write, cookieOf(), origin, status),
  );
  test('is done for an administrator, and stands in the audit log', () => expectDone(write, admin, emailOf('admin')));
});

describe.each(ofEverybody)('$action.name', (write) => {
  test.each(elsewhere)('is refused %s, and nothing is changed', (_how, cookieOf, origin, status) =>
    expectRefused(write, cookieOf(), origin, status),
  );
  test('is done for oneself, and stands in the audit log', () => expectDone(write, viewer, emailOf('viewer')));
});

test.each(elsewhere)('finishPasskey is refused %s, and nothing is changed', async (_how, cookieOf, origin, status) => {
  const action = account('passkeys', 'finishPasskey');
  const values = () => [{ label: 'x', response: { id: 'x', response: {} } }];
  await expectRefused({ page: '/admin/account', action, values, recorded: undefined }, cookieOf(), origin, status);
});

test('requireSecondFactor is refused to others, is done, and from then on nothing else is until there is one', async () => {
  const write: Write = {
    page: '/admin/staff',
    action: staff('requireSecondFactor'),
    values: () => [true],
    recorded: 'staff.policy',
  };
  for (const [, cookieOf, origin, status] of [...elsewhere, ...lesser]) {
    await expectRefused(write, cookieOf(), origin, status);
  }
  await expectDone(write, admin, emailOf('admin'));
  for (const further of [...ofAdmins, write]) await expectRefused(further, admin, ownOrigin, 403);
});

describe('signing in', () => {
  const login: ActionName = { file: 'app/admin/login/actions.ts', name: 'signIn' };
  const ask = (email: string, typed: string, origin: string | undefined = ownOrigin) =>
    callAction(server.port, {
      ...{ page: '/admin/login', action: login, values: [{ email, password: typed }] },
      ...{ cookie: undefined, origin },
    });
  const no = { ok: false, status: 401, sentence: 'The e-mail address or the password is not right.' };

  test('says the same of a wrong password, an unknown account, and one that has no password yet', async () => {
    expect(await ask(emailOf('viewer'), 'wrong')).toEqual(no);
    expect(await ask('nobody@watea.example', 'wrong')).toEqual(no);
    expect(await ask('other@watea.example', '')).toMatchObject({
      ok: false,
      fields: { password: 'Type your password.' },
    });
    expect(await ask('other@watea.example', 'wrong')).toEqual(no);
  });

  test.each([
    ['a foreign', 'https://evil.example'],
    ['no', undefined],
  ])('with %s Origin is refused', async (_which, origin) => {
    const answer = await callAction(server.port, {
      ...{ page: '/admin/login', action: login, values: [{ email: emailOf('viewer'), password }] },
      ...{ cookie: undefined, origin },
    });
    expect(answer).toMatchObject({ ok: false, status: 403 });
  });
});
