import { beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { getAccountByEmail, insertAccount } from '#db/staff/accounts.ts';
import { putLink } from '#db/staff/links.ts';
import { insertPasskey, replaceRecoveryCodes } from '#db/staff/second-factors.ts';
import { insertSession } from '#db/staff/sessions.ts';
import { hashPassword } from '#lib/staff/password-hash.ts';
import { generateRecoveryCodes, hashRecoveryCode } from '#lib/staff/second-factors.ts';
import { generateToken, hashToken } from '#lib/staff/secrets.ts';
import { fixtureNowMs } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type ActionName, callAction, callActionRaw, emailOf, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { type SharedFixture, sharedFixture } from '#tests/support/staff/shared-fixture.ts';
import { SoftwareAuthenticator } from '#tests/support/staff/software-authenticator.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const invited = 'invited@watea.example';
const password = 'four blue kererū fly';
const [recoveryCode = ''] = generateRecoveryCodes();
const [linkToken, halfToken] = [generateToken(), generateToken()];
/** The passkey of the editor, and the one that the viewer adds. */
const [known, made] = [new SoftwareAuthenticator(ownOrigin), new SoftwareAuthenticator(ownOrigin)];

let fixture: SharedFixture;
let viewer: string;
/** The cookie of the editor, whose second step is still missing. */
const half = `watea-session=${halfToken}`;

beforeAll(async () => {
  fixture = await sharedFixture();
  viewer = signIn(fixture.databaseFile, 'viewer');
  signIn(fixture.databaseFile, 'editor');
  // the server has run since the first file of this worker, and a second step must be done within ten minutes
  const { headers } = await ask(fixture.port, { target: '/healthz' });
  const serverNowMs = Date.parse(headers.date ?? '');
  fixture.change((writer) => {
    const invitedId = insertAccount(writer.db, { email: invited, role: 'viewer' }, fixtureNowMs);
    putLink(writer.db, invitedId, hashToken(linkToken), fixtureNowMs);
    const id = getAccountByEmail(writer, emailOf('editor'))?.id ?? 0;
    replaceRecoveryCodes(writer.db, id, [hashRecoveryCode(recoveryCode)]);
    const place = { address: '127.0.0.1', limitKey: '127.0.0.1', agent: 'test' };
    insertSession(
      writer.db,
      { tokenHash: hashToken(halfToken), staffId: id, stage: 'password', ...place },
      serverNowMs,
    );
    const { credentialId, publicKey } = known;
    const passkey = { staffId: id, credentialId, publicKey, counter: 0, transports: [], label: 'My laptop' };
    insertPasskey(writer.db, passkey, fixtureNowMs);
  });
});

interface Write {
  readonly page: string;
  readonly action: ActionName;
  /** What the write would do with the right Origin and session. */
  readonly values: () => unknown[] | Promise<unknown[]>;
  readonly cookie: () => string | undefined;
  /** The actions in the audit log, in order, and who performed them. */
  readonly recorded: readonly { readonly action: string; readonly who: string; readonly after?: string }[];
  /** The number of completed sign-ins it adds. */
  readonly sessions: number;
}

const [login, invitation] = ['app/admin/login/actions.ts', 'app/admin/invitation/actions.ts'];
const noCookie = () => undefined;

const beginPasskeySignIn: Write = {
  page: '/admin/login',
  action: { file: login, name: 'beginPasskeySignIn' },
  values: () => [],
  cookie: noCookie,
  recorded: [],
  sessions: 0,
};
const finishPasskey: Write = {
  page: '/admin/account',
  action: { file: 'app/admin/account/actions.ts', name: 'finishPasskey' },
  values: async () => {
    const begin = { file: 'app/admin/account/actions.ts', name: 'beginPasskey' };
    return [{ label: 'My phone', response: made.register(await challengeOf('/admin/account', begin, viewer)) }];
  },
  cookie: () => viewer,
  recorded: [{ action: 'staff.passkey-add', who: emailOf('viewer'), after: '{"label":"My phone"}' }],
  sessions: 0,
};
const confirmSecondFactor: Write = {
  page: '/admin/login/second-factor',
  action: { file: login, name: 'confirmSecondFactor' },
  values: () => [{ code: recoveryCode }],
  cookie: () => half,
  recorded: [
    { action: 'staff.recovery-code-use', who: emailOf('editor') },
    { action: 'staff.sign-in', who: emailOf('editor'), after: '{"by":"password and recovery code"}' },
  ],
  sessions: 1,
};

/** In this order, because the last one ends the session that adds the passkey. */
const writes: readonly Write[] = [
  beginPasskeySignIn,
  {
    page: '/admin/login',
    action: { file: login, name: 'finishPasskeySignIn' },
    values: async () => [known.authenticate(await challengeOf('/admin/login', beginPasskeySignIn.action, undefined))],
    cookie: noCookie,
    recorded: [{ action: 'staff.sign-in', who: emailOf('editor'), after: '{"by":"passkey"}' }],
    sessions: 1,
  },
  {
    page: '/admin/invitation',
    action: { file: invitation, name: 'readInvitation' },
    values: () => [linkToken],
    cookie: noCookie,
    recorded: [],
    sessions: 0,
  },
  {
    page: '/admin/invitation',
    action: { file: invitation, name: 'acceptInvitation' },
    values: () => [{ token: linkToken, email: '', password, repeated: password }],
    cookie: noCookie,
    recorded: [
      { action: 'staff.password-by-link', who: invited },
      { action: 'staff.sign-in', who: invited, after: '{"by":"one-time link"}' },
    ],
    sessions: 1,
  },
  confirmSecondFactor,
  finishPasskey,
  {
    page: '/admin',
    action: { file: 'app/admin/login/actions.ts', name: 'signOut' },
    values: () => [],
    cookie: () => viewer,
    recorded: [{ action: 'staff.sign-out', who: emailOf('viewer') }],
    sessions: -1,
  },
];

/** The challenge that the server gives a browser for a passkey. */
async function challengeOf(page: string, action: ActionName, cookie: string | undefined): Promise<string> {
  const { value } = await callAction(fixture.port, {
    page,
    action,
    values: [{ label: 'My phone' }],
    cookie,
    origin: ownOrigin,
  });
  return (value as { challenge: string }).challenge;
}

interface State {
  readonly log: {
    readonly action: string;
    readonly who: string;
    readonly address: string | null;
    readonly after: string | null;
  }[];
  readonly sessions: { readonly stage: string }[];
  readonly rest: unknown;
}

/** Everything that a write could change. */
function state(): State {
  const database = openDatabase(fixture.databaseFile);
  try {
    const all = (sql: string) => database.reader.sqlite.prepare(sql).all();
    const tables = ['staff', 'staff_link', 'staff_passkey', 'staff_recovery_code', 'spent_challenge', 'failed_attempt'];
    return {
      log: all('SELECT action, who, address, "after" FROM audit_entry ORDER BY id') as State['log'],
      sessions: all('SELECT token_hash, stage FROM staff_session ORDER BY id') as State['sessions'],
      rest: tables.map((table) => all(`SELECT * FROM ${table}`)),
    };
  } finally {
    closeDatabase(database);
  }
}

async function expectRefused(write: Write, cookie: string | undefined, origin: string | undefined, status: number) {
  const values = await write.values();
  const before = state();
  const answer = await callAction(fixture.port, { ...write, values, cookie, origin });
  expect(answer).toMatchObject({ ok: false, status });
  expect(state()).toEqual(before);
}

const fullSessions = ({ sessions }: State) => sessions.filter(({ stage }) => stage === 'full').length;

describe.each(writes)('$action.name', (write) => {
  test.each([
    ['from a foreign Origin', 'https://evil.example'],
    ['without an Origin', undefined],
  ])('is refused %s, and changes nothing', (_how, origin) => expectRefused(write, write.cookie(), origin, 403));

  const needed = {
    [confirmSecondFactor.action.name]: [
      ['without a session', () => undefined],
      ['to a session that has passed it', () => viewer],
    ],
    [finishPasskey.action.name]: [
      ['without a session', () => undefined],
      ['to a session without its second step', () => half],
    ],
  } as Readonly<Record<string, [string, () => string | undefined][]>>;
  for (const [how, cookieOf] of needed[write.action.name] ?? []) {
    test(`is refused ${how}, and changes nothing`, () => expectRefused(write, cookieOf(), ownOrigin, 401));
  }

  test('is accepted from our own Origin, and a change is recorded in the audit log', async () => {
    const values = await write.values();
    const before = state();
    const answer = await callAction(fixture.port, { ...write, values, cookie: write.cookie(), origin: ownOrigin });
    expect(answer).toMatchObject({ ok: true });
    const after = state();
    const added = write.recorded.map((row) => ({ after: null, ...row, address: '127.0.0.1' }));
    expect(after.log.slice(before.log.length)).toEqual(added);
    expect(fullSessions(after) - fullSessions(before)).toBe(write.sessions);
  });
});

describe('signing in with the password', () => {
  const signInWith = (email: string, typed: string) =>
    callAction(fixture.port, {
      page: '/admin/login',
      action: { file: login, name: 'signIn' },
      values: [{ email, password: typed }],
      cookie: undefined,
      origin: ownOrigin,
    });
  const since = (before: State) => state().log.slice(before.log.length);

  test('is recorded in the audit log; the password alone is not while a second factor is missing', async () => {
    const before = state();
    expect(await signInWith(invited, password)).toEqual({ ok: true, value: '/admin' });
    const row = { action: 'staff.sign-in', who: invited, address: '127.0.0.1', after: '{"by":"password"}' };
    expect(since(before)).toEqual([row]);
    fixture.change(({ sqlite }) => sqlite.prepare('UPDATE staff SET totp_since = 1 WHERE email = ?').run(invited));
    expect(await signInWith(invited, password)).toEqual({ ok: true, value: '/admin/login/second-factor' });
    expect(since(before)).toEqual([row]);
  });

  test('leads to the page that was asked for before, such as that of an alert, and once', async () => {
    const asked = await ask(fixture.port, { target: '/admin/register/feeds/3?page=2' });
    expect([asked.status, asked.headers.location]).toEqual([307, '/admin/login']);
    const [kept = ''] = String(asked.headers['set-cookie']).split(';');
    fixture.change(({ sqlite }) => sqlite.prepare('UPDATE staff SET totp_since = NULL WHERE email = ?').run(invited));
    const request = {
      page: '/admin/login',
      action: { file: login, name: 'signIn' },
      values: [{ email: invited, password }],
      cookie: kept,
      origin: ownOrigin,
    };
    const { body, headers } = await callActionRaw(fixture.port, request);
    expect(body).toContain('"/admin/register/feeds/3?page=2"');
    expect(String(headers['set-cookie'])).toContain('watea-goal=;');
  });

  test('asks people with a passkey for their second factor', async () => {
    const hash = await hashPassword(password);
    fixture.change(({ sqlite }) =>
      sqlite.prepare('UPDATE staff SET password_hash = ? WHERE email = ?').run(hash, emailOf('editor')),
    );
    expect(await signInWith(emailOf('editor'), password)).toEqual({ ok: true, value: '/admin/login/second-factor' });
  });

  test('records a failure once per account, when the next attempt must wait, and never for unknown accounts', async () => {
    const before = state();
    for (let times = 0; times < 4; times++) {
      await signInWith(emailOf('editor'), 'wrong');
      await signInWith('noCookie@watea.example', 'wrong');
    }
    const row = {
      action: 'staff.sign-in-fail',
      who: 'somebody unknown',
      address: '127.0.0.1',
      after: '{"step":"password"}',
    };
    await waitUntil('the row, which is written after the answer', () => since(before).length > 0);
    expect(since(before)).toEqual([row]);
  });
});
