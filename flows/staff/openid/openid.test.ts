import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Connections } from '#db/client.ts';
import { getAccount, getAccountByEmail } from '#db/staff/accounts.ts';
import { insertSession, listSessions } from '#db/staff/sessions.ts';
import { disableStaff } from '#flows/staff/accounts.ts';
import { checkPassword } from '#flows/staff/sign-in.ts';
import { parseSettings } from '#lib/env.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { pendingLifetimeMs } from '#lib/staff/openid/pending.ts';
import { fixtureSecret } from '#tests/support/fixture.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { visitProvider } from '#tests/support/openid/browser.ts';
import { clientId, clientSecret, startProvider, type TestProvider } from '#tests/support/openid/provider.ts';
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';
import { byCommandLine, client, invite, nowMs, recordedActions } from '#tests/support/staff/people.ts';
import { endByProvider } from './back-channel.ts';
import { beginOpenId, endSessionUrl, finishOpenId } from './code-flow.ts';
import { accountOf, connectAccount } from './sign-in.ts';

const baseUrl = 'http://localhost:3000';
const at = { address: '192.0.2.1', nowMs };
const jo = { subject: 'jo', claims: { email: 'jo@example.nz', roles: ['staff', 'it-admins'] } };
const name = 'Example ID';

let provider: TestProvider;
let database: Connections;

function set(settings: Readonly<Record<string, string>>): void {
  const roles = 'it-admins=admin, register=editor, staff=viewer';
  const usual = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  const own = { ...usual, OIDC_NAME: name, OIDC_ROLES: roles, SECRET_KEY: fixtureSecret, BASE_URL: baseUrl };
  setProcessWide('settings', parseSettings({ ...own, ...settings }));
}

beforeAll(async () => {
  provider = await startProvider(baseUrl);
});
beforeEach(() => {
  set({});
  Object.assign(provider, { tamper: undefined, isDeclining: false, someone: jo });
  provider.rotateKeys();
  database = freshDatabase();
});
afterAll(() => provider.stop());

/** Goes to the provider and comes back. @returns what the browser then sends */
async function visit(connects: number | null = null) {
  const { url, sealed } = await beginOpenId(connects, nowMs);
  const returned = await visitProvider(url, baseUrl);
  return { query: new URL(returned).search, sealed };
}

const prove = async () => finishOpenId(database.writer, await visit(), nowMs);
const signIn = async () => accountOf(database.writer, await prove(), at);
const codeOf = async (work: Promise<unknown>) => (await rejectionOf(work)).reason;

test('the first sign-in adds the account with the highest role of its claim, and later ones find it by issuer and subject', async () => {
  const account = await signIn();
  expect(account).toMatchObject({ email: 'jo@example.nz', role: 'admin', passwordHash: null });
  provider.someone = { ...jo, claims: { ...jo.claims, email: 'jo.married@example.nz' } };
  expect(await signIn()).toEqual(account);
  expect(recordedActions(database)).toEqual(['staff.add']);
});

test('asks for a code with PKCE, state and nonce, each other at each sign-in', async () => {
  const [one, other] = [await beginOpenId(null, nowMs), await beginOpenId(null, nowMs)];
  const asked = new URL(one.url).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    client_id: clientId,
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    redirect_uri: 'http://localhost:3000/admin/login/openid',
  });
  for (const key of ['state', 'nonce', 'code_challenge']) {
    expect(asked.get(key)).toMatch(/^[\w-]{43}$/);
    expect(asked.get(key)).not.toBe(new URL(other.url).searchParams.get(key));
  }
});

test('a person keeps signing in after the provider has replaced its keys', async () => {
  const { id } = await signIn();
  provider.rotateKeys();
  expect(await signIn()).toMatchObject({ id });
});

describe('an ID token is refused, and nothing is stored,', () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  test.each<[string, TestProvider['tamper']]>([
    ['that has expired', (claims) => ({ ...claims, iat: seconds() - 7200, exp: seconds() - 3600 })],
    ['for another audience', (claims) => ({ ...claims, aud: 'another client' })],
    ['for several audiences, of which it names another', (claims) => ({ ...claims, aud: ['x', clientId], azp: 'x' })],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['with another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['without a nonce', ({ nonce: _, ...claims }) => claims],
    ['without a subject', ({ sub: _, ...claims }) => claims],
  ])('%s', async (_which, tamper) => {
    provider.tamper = tamper;
    expect(await codeOf(prove())).toEqual({ code: 'openid-token', name });
  });

  test('that is signed with a key which the provider does not publish', async () => {
    provider.signWithUnknownKey();
    expect(await codeOf(prove())).toEqual({ code: 'openid-token', name });
  });

  test('whose subject is not that of the user info', async () => {
    provider.tamper = (claims) => ({ ...claims, sub: 'somebody else' });
    expect(await codeOf(prove())).toEqual({ code: 'openid-token', name });
  });
});

describe('what a browser comes back with is refused', () => {
  test('the second time', async () => {
    const returned = await visit();
    await finishOpenId(database.writer, returned, nowMs);
    expect(await codeOf(finishOpenId(database.writer, returned, nowMs))).toEqual({ code: 'openid-expired', name });
  });

  test('in another browser, with another sign-in’s cookie, a changed cookie, or none', async () => {
    const { query, sealed } = await visit();
    const { sealed: other } = await beginOpenId(null, nowMs);
    const changed = `${sealed.startsWith('A') ? 'B' : 'A'}${sealed.slice(1)}`;
    for (const wrong of [undefined, '', 'x', other, changed]) {
      const finished = finishOpenId(database.writer, { query, sealed: wrong }, nowMs);
      expect(await codeOf(finished)).toEqual({ code: 'openid-expired', name });
    }
  });

  test('with another state, or without one', async () => {
    const { query, sealed } = await visit();
    for (const wrong of [query.replace(/state=[\w-]+/, 'state=x'), query.replace(/&?state=[\w-]+/, ''), '']) {
      const finished = finishOpenId(database.writer, { query: wrong, sealed }, nowMs);
      expect(await codeOf(finished)).toEqual({ code: 'openid-expired', name });
    }
  });

  test('with a code of another sign-in, whose verifier differs', async () => {
    const [one, other] = [await visit(), await visit()];
    const code = new URLSearchParams(other.query).get('code') ?? '';
    const query = one.query.replace(/code=[\w-]+/, `code=${code}`);
    expect(await codeOf(finishOpenId(database.writer, { ...one, query }, nowMs))).toEqual({
      code: 'openid-token',
      name,
    });
  });

  test('with the response of another issuer', async () => {
    const { query, sealed } = await visit();
    const wrong = `${query.replace(/&iss=[^&]*/, '')}&iss=https%3A%2F%2Fevil.example`;
    const finished = finishOpenId(database.writer, { query: wrong, sealed }, nowMs);
    expect(await codeOf(finished)).toEqual({ code: 'openid-token', name });
  });

  test('after ten minutes', async () => {
    const returned = await visit();
    const finished = finishOpenId(database.writer, returned, nowMs + pendingLifetimeMs);
    expect(await codeOf(finished)).toEqual({ code: 'openid-expired', name });
  });

  test('if the provider did not sign the person in', async () => {
    provider.isDeclining = true;
    expect(await codeOf(prove())).toEqual({ code: 'openid-declined', name });
  });
});

describe('roles', () => {
  test.each<[string, object, string | undefined]>([
    ['one value as text', { roles: 'register' }, 'editor'],
    ['the highest of several', { roles: ['staff', 'register'] }, 'editor'],
    ['values without a role beside one that has', { roles: ['canteen', 'staff'] }, 'viewer'],
    ['no value with a role', { roles: ['canteen', 'admin'] }, undefined],
    ['an empty list', { roles: [] }, undefined],
    ['something else than texts', { roles: [{ name: 'it-admins' }, 3, null] }, undefined],
    ['no such claim', {}, undefined],
  ])('%s', async (_which, claims, role) => {
    provider.someone = { ...jo, claims: { email: 'jo@example.nz', ...claims } };
    expect((await prove()).role).toBe(role);
  });

  test('from a path in the claims, and from the ID token itself', async () => {
    const other = await startProvider(baseUrl, true);
    set({ OIDC_ISSUER: other.issuer, OIDC_ROLES_CLAIM: 'realm_access.roles' });
    other.someone = { ...jo, claims: { email: 'jo@example.nz', realm_access: { roles: ['register'] } } };
    expect((await prove()).role).toBe('editor');
    await other.stop();
  });

  test('a person whose claim gives no role is refused, gets no account, and loses the sessions of the one they had', async () => {
    const { id } = await signIn();
    insertSession(database.writer.db, { tokenHash: 's', staffId: id, stage: 'full', ...client }, nowMs);
    provider.someone = { ...jo, claims: { email: 'jo@example.nz' } };
    const reason = await codeOf(signIn());
    expect(reason).toEqual({ code: 'openid-no-role', name });
    expect(wordsOf(reason)).toBe(
      'Example ID gives you no role here. Ask the people who look after your account there.',
    );
    expect(listSessions(database.reader, id)).toEqual([]);
    expect(recordedActions(database)).toEqual(['staff.add', 'staff.sign-in-fail']);
    provider.someone = { subject: 'new', claims: { email: 'new@example.nz' } };
    expect(await codeOf(signIn())).toEqual({ code: 'openid-no-role', name });
    expect(getAccountByEmail(database.reader, 'new@example.nz')).toBeUndefined();
  });

  test.each([
    ['roles', '_claim_names', { roles: 'src1' }],
    ['groups', '_claim_names', { groups: 'src1' }],
    ['groups', 'hasgroups', true],
    ['groups', 'hasgroups', 'true'],
  ] as const)(
    '%s that the provider left out of a long answer are named as the cause: %s %j',
    async (roles, claim, value) => {
      set({ OIDC_ROLES_CLAIM: roles });
      provider.someone = { subject: 'many', claims: { email: 'many@example.nz' } };
      provider.tamper = (claims) => ({ ...claims, [claim]: value });
      expect(await codeOf(signIn())).toEqual({ code: 'openid-roles-left-out', name, claim });
      expect(wordsOf({ code: 'openid-roles-left-out', name, claim })).toContain(
        `Example ID left your roles out of its answer (\`${claim}\`): you have too many there.`,
      );
    },
  );

  test.each([
    ['another claim has the roles', 'roles', { hasgroups: true }],
    ['it says that there are none', 'groups', { hasgroups: false }],
    ['the groups are there, without a role', 'groups', { hasgroups: true, groups: ['canteen'] }],
  ])('`hasgroups` is not the cause when %s', async (_when, roles, given) => {
    set({ OIDC_ROLES_CLAIM: roles });
    provider.someone = { subject: 'many', claims: { email: 'many@example.nz' } };
    provider.tamper = (claims) => ({ ...claims, ...given });
    expect(await codeOf(signIn())).toEqual({ code: 'openid-no-role', name });
  });

  test('a role that changed there changes here, with a row in the audit log', async () => {
    await invite(database.writer, 'admin@example.nz');
    const { id } = await signIn();
    provider.someone = { ...jo, claims: { ...jo.claims, roles: ['staff'] } };
    expect(await signIn()).toMatchObject({ id, role: 'viewer' });
    const row = database.reader.sqlite.prepare(
      'SELECT who, action, "before", "after" FROM audit_entry ORDER BY id DESC',
    );
    expect(row.get()).toEqual({
      who: 'OpenID Connect',
      action: 'staff.role',
      before: '{"role":"admin"}',
      after: '{"role":"viewer"}',
    });
  });

  test('the last administrator does not become less by a sign-in', async () => {
    const { id } = await signIn();
    provider.someone = { ...jo, claims: { ...jo.claims, roles: ['staff'] } };
    expect(await codeOf(signIn())).toEqual({ code: 'openid-last-administrator', name });
    expect(getAccount(database.reader, id)?.role).toBe('admin');
  });
});

describe('accounts', () => {
  test('an email address never lets anybody into the account that has it, verified or not', async () => {
    await invite(database.writer, 'JO@example.nz');
    for (const verified of [false, true]) {
      provider.someone = { ...jo, claims: { ...jo.claims, email_verified: verified } };
      expect(await codeOf(signIn())).toEqual({ code: 'openid-account-exists', name });
    }
  });

  test('the same subject at another issuer is somebody else', async () => {
    const { id } = await signIn();
    const other = await startProvider(baseUrl);
    set({ OIDC_ISSUER: other.issuer });
    other.someone = { subject: jo.subject, claims: { ...jo.claims, email: 'another.jo@example.nz' } };
    expect((await signIn()).id).not.toBe(id);
    await other.stop();
  });

  test('an account that was stored with the other spelling of the issuer stays the same person', async () => {
    const { id } = await signIn();
    database.writer.db.run("UPDATE staff_identity SET issuer = issuer || '/'");
    set({ OIDC_ISSUER: `${provider.issuer}/` });
    expect((await signIn()).id).toBe(id);
    set({});
    expect((await signIn()).id).toBe(id);
  });

  test('a person connects their own account once, and then signs in to it', async () => {
    const { id } = await invite(database.writer, 'jo@example.nz');
    const proven = await finishOpenId(database.writer, await visit(id), nowMs);
    expect(proven.connects).toBe(id);
    await connectAccount(database.writer, proven, { id, email: 'jo@example.nz' }, at);
    expect(await signIn()).toMatchObject({ id, email: 'jo@example.nz' });
    const other = await invite(database.writer, 'other@example.nz');
    const taken = connectAccount(database.writer, proven, { id: other.id, email: 'other@example.nz' }, at);
    expect(await codeOf(taken)).toEqual({ code: 'openid-taken', name });
    expect(recordedActions(database)).toEqual(['staff.add', 'staff.openid-connect', 'staff.add']);
  });

  test('a disabled person is refused', async () => {
    await invite(database.writer, 'admin@example.nz');
    await disableStaff(database.writer, (await signIn()).id, byCommandLine);
    expect(await codeOf(signIn())).toEqual({ code: 'openid-disabled', name });
  });

  test('somebody without an email address is refused; a user name that is one will do', async () => {
    provider.someone = { ...jo, claims: { roles: ['staff'], preferred_username: 'jo' } };
    expect(await codeOf(signIn())).toEqual({ code: 'openid-no-email', name });
    provider.someone = { ...jo, claims: { roles: ['staff'], preferred_username: 'jo@example.nz' } };
    expect((await signIn()).email).toBe('jo@example.nz');
  });

  test.each([
    ['mfa', { amr: ['pwd', 'mfa'] }, true],
    ['mfa', { amr: ['pwd'] }, false],
    ['mfa', {}, false],
    ['2,3', { acr: '2' }, true],
    ['2,3', { acr: '1' }, false],
    ['*', {}, true],
  ])('with OIDC_TWO_FACTOR=%s, %j counts as two factors: %s', async (setting, claims, expected) => {
    set({ OIDC_TWO_FACTOR: setting });
    provider.tamper = (given) => ({ ...given, ...claims });
    expect((await prove()).isTwoFactor).toBe(expected);
  });
});

test('another issuer than OIDC_ISSUER is named, to the person and to the log', async () => {
  const expected = provider.issuer.replace('127.0.0.1', 'localhost');
  set({ OIDC_ISSUER: expected });
  const fault = await rejectionOf(beginOpenId(null, nowMs));
  expect(fault.reason).toEqual({ code: 'openid-other-issuer', name, issuer: provider.issuer, expected });
  expect(wordsOf(fault.reason)).toContain(`its issuer is ${provider.issuer}, but OIDC_ISSUER is ${expected}`);
  expect(fault.cause).toMatchObject({ message: expect.stringContaining(provider.issuer) });
});

test('the issuer of a realm is found with and without the final slash of OIDC_ISSUER', async () => {
  const server = createServer((_incoming, outgoing) => {
    outgoing.setHeader('Content-Type', 'application/json');
    outgoing.end(JSON.stringify({ issuer: `${base}/realms/staff/`, authorization_endpoint: `${base}/authorize` }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const path of ['/realms/staff', '/realms/staff/']) {
    set({ OIDC_ISSUER: `${base}${path}` });
    expect((await beginOpenId(null, nowMs)).url).toContain(`${base}/authorize?`);
  }
  set({ OIDC_ISSUER: `${base}/realms/other` });
  expect(await codeOf(beginOpenId(null, nowMs))).toMatchObject({ code: 'openid-other-issuer' });
  server.closeAllConnections();
  server.close();
});

test('while the provider is down it is said so, before and after going there', async () => {
  const returned = await visit();
  await provider.stop();
  const reason = await codeOf(beginOpenId(null, nowMs));
  expect(reason).toEqual({ code: 'openid-unreachable', name });
  expect(wordsOf(reason)).toContain('or sign in with your password');
  expect(await codeOf(finishOpenId(database.writer, returned, nowMs))).toEqual({ code: 'openid-unreachable', name });
  expect(await endSessionUrl()).toBeUndefined();
  await provider.restart();
  expect(await signIn()).toMatchObject({ role: 'admin' });
});

test('the session at the provider ends too, and it comes back here', async () => {
  const url = new URL((await endSessionUrl()) ?? '');
  expect(url.origin).toBe(provider.issuer);
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:3000/admin/login');
});

test('with OIDC_ONLY_EXCEPT, passwords are refused for everybody else, known or not', async () => {
  set({ OIDC_ONLY_EXCEPT: 'glass@example.nz' });
  for (const email of ['jo@example.nz', 'nobody@example.nz']) {
    const checked = checkPassword(database.writer, { email, password: 'x' }, client, nowMs);
    expect(await codeOf(checked)).toEqual({ code: 'openid-only', name });
  }
  const allowed = await checkPassword(database.writer, { email: 'Glass@example.nz', password: 'x' }, client, nowMs);
  expect(allowed).toEqual({ ok: false, failureOf: undefined });
});

describe('a session that has ended at the provider', () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  const sessionsOf = (id: number) => listSessions(database.reader, id).length;
  async function withSessions() {
    const { id } = await signIn();
    const add = (tokenHash: string, isOpenId: boolean) =>
      insertSession(database.writer.db, { tokenHash, staffId: id, stage: 'full', isOpenId, ...client }, nowMs);
    add('one', true);
    add('other', false);
    return id;
  }

  test('ends those here that it began, on the first of several messages, with a row in the audit log', async () => {
    const id = await withSessions();
    const token = provider.logoutToken();
    await endByProvider(database.writer, token, at);
    expect(sessionsOf(id)).toBe(1);
    insertSession(
      database.writer.db,
      { tokenHash: 'new', staffId: id, stage: 'full', isOpenId: true, ...client },
      nowMs,
    );
    await endByProvider(database.writer, token, at);
    expect(sessionsOf(id)).toBe(2);
    expect(recordedActions(database)).toEqual(['staff.add', 'staff.sessions-end']);
  });

  test.each<[string, () => object]>([
    ['for another client', () => ({ aud: 'another' })],
    ['of another issuer', () => ({ iss: 'https://evil.example' })],
    ['that is too old', () => ({ iat: seconds() - 3600, exp: seconds() + 3600 })],
    ['that has expired', () => ({ iat: seconds() - 120, exp: seconds() - 60 })],
    ['without the event', () => ({ events: {} })],
    ['with a nonce, as ID tokens have', () => ({ nonce: 'x' })],
    ['without an id', () => ({ jti: undefined })],
    ['without a subject', () => ({ sub: undefined })],
  ])('is not taken from a token %s', async (_which, changed) => {
    const id = await withSessions();
    const token = provider.logoutToken(changed() as Record<string, unknown>);
    expect(await codeOf(endByProvider(database.writer, token, at))).toEqual({ code: 'openid-token', name });
    expect(sessionsOf(id)).toBe(2);
  });

  test('ends those here however the final slash of OIDC_ISSUER is written', async () => {
    set({ OIDC_ISSUER: `${provider.issuer}/` });
    const id = await withSessions();
    await endByProvider(database.writer, provider.logoutToken(), at);
    expect(sessionsOf(id)).toBe(1);
  });

  test('is not asked of the provider for a token without a signature', async () => {
    // nothing listens there, so that a request would end with another refusal
    set({ OIDC_ISSUER: 'http://127.0.0.1:9' });
    const token = provider.logoutToken({ iss: 'http://127.0.0.1:9' });
    const [head, body] = token.split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const unsigned of [`${none}.${body}.`, `${none}.${body}.eA`, `${head}.${body}.`])
      expect(await codeOf(endByProvider(database.writer, unsigned, at))).toEqual({ code: 'openid-token', name });
    expect(await codeOf(endByProvider(database.writer, token, at))).toEqual({ code: 'openid-unreachable', name });
  });

  test('is not taken from a token with another signature, or from anything else', async () => {
    const id = await withSessions();
    const [head, body] = provider.logoutToken().split('.');
    provider.signWithUnknownKey();
    for (const token of [provider.logoutToken(), `${head}.${body}.`, 'x', ''])
      expect(await codeOf(endByProvider(database.writer, token, at))).toEqual({ code: 'openid-token', name });
    expect(sessionsOf(id)).toBe(2);
  });
});
