import { Secret, TOTP } from 'otpauth';
import { beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { getAccountByEmail, updateAccount } from '#db/staff/accounts.ts';
import { insertPasskey, putTotpSecret } from '#db/staff/second-factors.ts';
import { insertSession, listSessions } from '#db/staff/sessions.ts';
import { hashPassword } from '#lib/staff/password-hash.ts';
import { SecretBox } from '#lib/staff/secrets.ts';
import { fixtureNowMs, fixtureSecret } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type ActionName, callAction, emailOf, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { invite } from '#tests/support/staff/people.ts';
import { type SharedFixture, sharedFixture } from '#tests/support/staff/shared-fixture.ts';
import { revisionNow } from '#tests/support/staff/writes.ts';

const password = 'four blue kererū fly';
let fixture: SharedFixture;
let admin: string;
let editor: string;
let viewer: string;
/** The account that the administrator's writes change. */
let other: number;
/** Accounts that are removed. */
let leaver: number;
let second: number;
/** A second session of the viewer, and the app whose secret is stored for them. */
let session: number;
const app = new TOTP({ secret: new Secret({ size: 20 }) });
/** How far the server's clock is ahead of the machine's, in milliseconds. */
let aheadMs: number;

beforeAll(async () => {
  fixture = await sharedFixture();
  [admin, editor, viewer] = [
    signIn(fixture.databaseFile, 'admin'),
    signIn(fixture.databaseFile, 'editor'),
    signIn(fixture.databaseFile, 'viewer'),
  ];
  const database = openDatabase(fixture.databaseFile);
  const { writer } = database;
  other = (await invite(writer, 'other@watea.example', 'viewer')).id;
  second = (await invite(writer, 'second@watea.example', 'viewer')).id;
  leaver = (await invite(writer, 'leaver@watea.example', 'viewer')).id;
  const id = getAccountByEmail(writer, emailOf('viewer'))?.id ?? 0;
  const sealed = new SecretBox(Buffer.from(fixtureSecret, 'hex')).seal(app.secret.bytes, `totp of staff ${id}`);
  putTotpSecret(writer.db, id, sealed);
  const place = { address: null, limitKey: 'unknown', agent: 'another browser' };
  insertSession(writer.db, { tokenHash: 'another', staffId: id, stage: 'full', ...place }, fixtureNowMs);
  session = listSessions(writer, id).find(({ agent }) => agent === place.agent)?.id ?? 0;
  updateAccount(writer.db, id, { passwordHash: await hashPassword(password) });
  const keys = { credentialId: 'c', publicKey: Buffer.of(1), counter: 0, transports: [] };
  insertPasskey(writer.db, { staffId: id, ...keys, label: 'My laptop' }, fixtureNowMs);
  closeDatabase(database);
  const { headers } = await ask(fixture.port, { target: '/1.0/droplist' });
  aheadMs = Date.parse(headers.date ?? '') - Date.now();
});

const staff = (name: string): ActionName => ({ file: 'app/admin/staff/actions.ts', name });
const account = (name: string): ActionName => ({ file: 'app/admin/account/actions.ts', name });

const revision = () => revisionNow(fixture.databaseFile);

interface Write {
  readonly page: string;
  readonly action: ActionName;
  readonly values: () => readonly unknown[];
  /** The action in the audit log; undefined if the step records nothing. */
  readonly recorded: string | undefined;
}

const ofAdmins: readonly Write[] = [
  {
    page: '/admin/staff/invite',
    action: staff('invite'),
    values: () => [{ email: 'new@watea.example', role: 'editor' }],
    recorded: 'staff.add',
  },
  { page: '/admin/staff/4', action: staff('renewLink'), values: () => [other, revision()], recorded: 'staff.link' },
  {
    page: '/admin/staff/4',
    action: staff('changeRole'),
    values: () => [other, { role: 'editor' }, { revision: revision() }],
    recorded: 'staff.role',
  },
  { page: '/admin/staff/4', action: staff('disable'), values: () => [other, revision()], recorded: 'staff.disable' },
  { page: '/admin/staff/4', action: staff('enable'), values: () => [other, revision()], recorded: 'staff.enable' },
  {
    page: '/admin/staff/4',
    action: staff('removeSecondFactors'),
    values: () => [other, revision()],
    recorded: 'staff.second-factors-remove',
  },
  {
    page: '/admin/staff',
    action: staff('disableAccounts'),
    recorded: 'staff.disable',
    values: () => [[other], revision()],
  },
  {
    page: '/admin/staff',
    action: staff('enableAccounts'),
    recorded: 'staff.enable',
    values: () => [[other], revision()],
  },
  {
    page: '/admin/staff',
    action: staff('removeAccounts'),
    recorded: 'staff.withdraw',
    values: () => [[second], revision()],
  },
  { page: '/admin/staff/4', action: staff('remove'), values: () => [leaver, revision()], recorded: 'staff.withdraw' },
];

const ofEverybody: readonly Write[] = [
  {
    page: '/admin/account',
    action: account('endSession'),
    values: () => [session],
    recorded: 'staff.session-end',
  },
  {
    page: '/admin/account',
    action: account('endOtherSessions'),
    values: () => [],
    recorded: 'staff.sessions-end',
  },
  {
    page: '/admin/account',
    action: account('changePassword'),
    values: () => [{ current: password, password: 'five green kākā sing', repeated: 'five green kākā sing' }],
    recorded: 'staff.password',
  },
  {
    page: '/admin/account',
    action: account('confirmAuthenticator'),
    values: () => [{ code: app.generate({ timestamp: Date.now() + aheadMs }) }],
    recorded: 'staff.totp-add',
  },
  {
    page: '/admin/account',
    action: account('renewRecoveryCodes'),
    values: () => [],
    recorded: 'staff.recovery-codes',
  },
  {
    page: '/admin/account',
    action: account('turnOffAuthenticator'),
    values: () => [{ password: 'five green kākā sing' }],
    recorded: 'staff.totp-remove',
  },
  {
    page: '/admin/account',
    action: account('setUpAuthenticator'),
    values: () => [],
    recorded: undefined,
  },
  { page: '/admin/account', action: account('beginPasskey'), values: () => [{ label: 'x' }], recorded: undefined },
  {
    page: '/admin/account',
    action: account('removePasskey'),
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
  const answer = await callAction(fixture.port, { page, action, values: values(), cookie, origin });
  expect(answer).toMatchObject({ ok: false, status });
  expect(state()).toEqual(before);
}

async function expectDone({ page, action, values, recorded }: Write, cookie: string, who: string) {
  const { log } = state();
  const answer = await callAction(fixture.port, { page, action, values: values(), cookie, origin: ownOrigin });
  expect(answer).toMatchObject({ ok: true });
  const added = state().log.slice(log.length);
  expect(added).toEqual(recorded === undefined ? [] : [{ action: recorded, who, address: '127.0.0.1' }]);
}

describe.each(ofAdmins)('$action.name', (write) => {
  test.each([...elsewhere, ...lesser])('is refused %s, and changes nothing', (_how, cookieOf, origin, status) =>
    expectRefused(write, cookieOf(), origin, status),
  );
  test('is accepted from an administrator, and recorded in the audit log', () =>
    expectDone(write, admin, emailOf('admin')));
});

describe.each(ofEverybody)('$action.name', (write) => {
  test.each(elsewhere)('is refused %s, and changes nothing', (_how, cookieOf, origin, status) =>
    expectRefused(write, cookieOf(), origin, status),
  );
  test('is accepted for one’s own account, and recorded in the audit log', () =>
    expectDone(write, viewer, emailOf('viewer')));
});

test.each(elsewhere)('finishPasskey is refused %s, and changes nothing', async (_how, cookieOf, origin, status) => {
  const action = account('finishPasskey');
  const values = () => [{ label: 'x', response: { id: 'x', response: {} } }];
  await expectRefused({ page: '/admin/account', action, values, recorded: undefined }, cookieOf(), origin, status);
});

test('requireSecondFactor is refused to others, and once accepted blocks every write until a second factor is set up', async () => {
  const write: Write = {
    page: '/admin/staff',
    action: staff('requireSecondFactor'),
    values: () => [true, revision()],
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
  const trySignIn = (email: string, typed: string, origin: string | undefined = ownOrigin) =>
    callAction(fixture.port, {
      page: '/admin/login',
      action: login,
      values: [{ email, password: typed }],
      cookie: undefined,
      origin,
    });
  const refused = { ok: false, status: 401, sentence: 'The email address or the password is wrong.' };

  test('gives the same answer for a wrong password, an unknown account, and one without a password', async () => {
    expect(await trySignIn(emailOf('viewer'), 'wrong')).toMatchObject(refused);
    expect(await trySignIn('nobody@watea.example', 'wrong')).toMatchObject(refused);
    expect(await trySignIn('other@watea.example', '')).toMatchObject({
      ok: false,
      fields: { password: 'Fill this in.' },
    });
    expect(await trySignIn('other@watea.example', 'wrong')).toMatchObject(refused);
  });

  test.each([
    ['a foreign', 'https://evil.example'],
    ['no', undefined],
  ])('with %s Origin is refused', async (_which, origin) => {
    const answer = await callAction(fixture.port, {
      page: '/admin/login',
      action: login,
      values: [{ email: emailOf('viewer'), password }],
      cookie: undefined,
      origin,
    });
    expect(answer).toMatchObject({ ok: false, status: 403 });
  });
});
