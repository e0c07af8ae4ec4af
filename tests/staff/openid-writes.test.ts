import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answered, ask } from '#tests/support/http.ts';
import { visitProvider } from '#tests/support/openid/browser.ts';
import { clientId, clientSecret, startProvider, type TestProvider } from '#tests/support/openid/provider.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { type ActionName, callAction, callActionRaw, emailOf, ownOrigin, signIn } from '#tests/support/staff/action.ts';

const action = (name: string): ActionName => ({ file: 'app/admin/login/actions.ts', name });
const begin = { page: '/admin/login', action: action('beginOpenIdSignIn'), values: [], cookie: undefined };
const jo = { subject: 'jo', claims: { email: 'jo@example.nz', roles: ['admin'] } };

let fixture: OwnFixture;
let provider: TestProvider;
let server: ServerProcess;
let viewer: string;

beforeAll(async () => {
  fixture = await ownFixture();
  viewer = signIn(fixture.databaseFile, 'viewer');
  provider = await startProvider(ownOrigin);
  provider.someone = jo;
  const openId = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  server = await fixture.start({ BASE_URL: ownOrigin, ...openId, OIDC_NAME: 'Example ID' });
});
afterAll(async () => {
  await fixture.remove();
  await provider.stop();
});

const cookieIn = ({ headers }: Answered, name: string) => {
  const lines = (headers['set-cookie'] ?? '').split(/, (?=watea-)/);
  return lines.find((line) => line.startsWith(`${name}=`) && !line.startsWith(`${name}=;`));
};
const pairOf = (line: string | undefined) => line?.split(';', 1)[0];

/** Begins by an action, goes to the provider, and comes back with the cookies of the browser. */
async function visit(from: { page: string; action: ActionName; cookie: string | undefined } = begin) {
  const begun = await callActionRaw(server.port, { ...from, values: [], origin: ownOrigin });
  const kept = pairOf(cookieIn(begun, 'watea-openid'));
  const url = /"value":"(http[^"]+)"/.exec(begun.body)?.[1] ?? '';
  const { pathname, search } = new URL(await visitProvider(url, ownOrigin));
  const cookies = [kept, from.cookie].filter((one) => one !== undefined).join('; ');
  return { target: `${pathname}${search}`, headers: { Cookie: cookies, Host: 'localhost:3000' } };
}

const comeBack = (returned: Awaited<ReturnType<typeof visit>>) => ask(server.port, returned);
const log = () =>
  queryDatabase(fixture.databaseFile, 'SELECT action, who, subject, address, "after" FROM audit_entry ORDER BY id');

describe('beginOpenIdSignIn', () => {
  test.each([['https://evil.example'], [undefined]])('is refused from the Origin %s', async (origin) => {
    expect(await callAction(server.port, { ...begin, origin })).toMatchObject({ ok: false, status: 403 });
  });
});

describe('beginOpenIdConnection', () => {
  const connect = { page: '/admin/account', action: action('beginOpenIdConnection'), values: [] };
  test.each([
    ['without a session', () => undefined, ownOrigin, 401],
    ['from a foreign Origin', () => viewer, 'https://evil.example', 403],
    ['without an Origin', () => viewer, undefined, 403],
  ])('is refused %s', async (_how, cookieOf, origin, status) => {
    const answer = await callAction(server.port, { ...connect, cookie: cookieOf(), origin });
    expect(answer).toMatchObject({ ok: false, status });
  });

  test('connects the account of the person who began it, who then signs in to it, and to nobody else’s', async () => {
    provider.someone = { subject: 'viewer', claims: { roles: ['viewer'] } };
    const stolen = await visit({ ...connect, cookie: viewer });
    const [pending = ''] = stolen.headers.Cookie.split('; ');
    const refused = await comeBack({ ...stolen, headers: { ...stolen.headers, Cookie: pending } });
    expect(refused.headers.location).toBe(`${ownOrigin}/admin/login?refused=signed-out`);
    const before = log().length;
    const done = await comeBack(await visit({ ...connect, cookie: viewer }));
    expect(done.headers.location).toBe(`${ownOrigin}/admin/account`);
    await comeBack(await visit());
    expect(log().slice(before)).toMatchObject([
      { action: 'staff.openid-connect', who: emailOf('viewer'), address: '127.0.0.1' },
      { action: 'staff.sign-in', who: emailOf('viewer'), after: '{"by":"OpenID Connect"}' },
    ]);
  });
});

describe('coming back from the provider', () => {
  test('B14: signs the person in, once, and each step is in the audit log', async () => {
    provider.someone = jo;
    const before = log().length;
    const returned = await visit();
    const answer = await comeBack(returned);
    expect(answer.status).toBe(303);
    expect(answer.headers).toMatchObject({ location: `${ownOrigin}/admin`, 'cache-control': 'no-store' });
    expect(cookieIn(answer, 'watea-session')).toMatch(/HttpOnly; SameSite=lax/i);
    const at = { address: '127.0.0.1' };
    expect(log().slice(before)).toEqual([
      { ...at, action: 'staff.add', who: 'OpenID Connect', subject: 'jo@example.nz', after: '{"role":"admin"}' },
      {
        ...at,
        action: 'staff.sign-in',
        who: 'jo@example.nz',
        subject: 'jo@example.nz',
        after: '{"by":"OpenID Connect"}',
      },
    ]);
    const again = await comeBack(returned);
    expect(again.headers.location).toBe(`${ownOrigin}/admin/login?refused=openid-expired`);
    expect(cookieIn(again, 'watea-session')).toBeUndefined();
    expect(log()).toHaveLength(before + 2);
  });

  test('with a second factor of their own here, a person also gives that, unless the provider has checked two', async () => {
    provider.someone = jo;
    fixture.change(({ sqlite }) =>
      sqlite.prepare('UPDATE staff SET totp_since = 1 WHERE email = ?').run('jo@example.nz'),
    );
    expect((await comeBack(await visit())).headers.location).toBe(`${ownOrigin}/admin/login/second-factor`);
    provider.tamper = (claims) => ({ ...claims, amr: ['pwd', 'mfa'] });
    expect((await comeBack(await visit())).headers.location).toBe(`${ownOrigin}/admin`);
    provider.tamper = undefined;
    fixture.change(({ sqlite }) => sqlite.exec('UPDATE staff SET totp_since = NULL'));
  });

  test('where everybody must have a second factor, two factors at the provider are enough, and one is not', async () => {
    provider.someone = jo;
    fixture.change(({ sqlite }) => sqlite.exec('UPDATE staff_policy SET second_factor_required = 1'));
    const open = async () => {
      const cookie = pairOf(cookieIn(await comeBack(await visit()), 'watea-session')) ?? '';
      const { status, headers } = await ask(server.port, { target: '/admin/staff', headers: { Cookie: cookie } });
      return [status, headers.location];
    };
    expect(await open()).toEqual([307, '/admin/account']);
    provider.tamper = (claims) => ({ ...claims, amr: ['mfa'] });
    expect(await open()).toEqual([200, undefined]);
    provider.tamper = undefined;
    fixture.change(({ sqlite }) => sqlite.exec('UPDATE staff_policy SET second_factor_required = 0'));
  });

  test('is refused in plain words on the sign-in page', async () => {
    provider.someone = { subject: 'sam', claims: { email: 'sam@example.nz' } };
    const { headers } = await comeBack(await visit());
    expect(headers.location).toBe(`${ownOrigin}/admin/login?refused=openid-no-role`);
    const { body } = await ask(server.port, { target: '/admin/login?refused=openid-no-role' });
    expect(body).toContain('Example ID gives you no role here.');
    const { body: other } = await ask(server.port, { target: '/admin/login?refused=%3Cb%3Ex' });
    expect(other).not.toContain('&lt;b&gt;x');
  });
});

test('a session that ends at the provider ends here too, and nothing else can end one', async () => {
  provider.someone = jo;
  const cookie = pairOf(cookieIn(await comeBack(await visit()), 'watea-session')) ?? '';
  const isIn = async () => (await ask(server.port, { target: '/admin', headers: { Cookie: cookie } })).status === 200;
  const send = async (token: string) => {
    const body = new URLSearchParams({ logout_token: token }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { status } = await ask(server.port, { target: '/admin/login/openid/ended', method: 'POST', headers, body });
    return status;
  };
  expect([await send('x'), await send(provider.logoutToken({ aud: 'another' })), await isIn()]).toEqual([
    400,
    400,
    true,
  ]);
  expect([await send(provider.logoutToken()), await isIn()]).toEqual([200, false]);
  expect(log().at(-1)).toMatchObject({ action: 'staff.sessions-end', who: 'OpenID Connect', subject: 'jo@example.nz' });
});

test('signing out also ends the session at the provider', async () => {
  provider.someone = jo;
  const cookie = pairOf(cookieIn(await comeBack(await visit()), 'watea-session'));
  const signOut = { page: '/admin', action: { file: 'app/admin/login/actions.ts', name: 'signOut' }, values: [] };
  const answer = await callAction(server.port, { ...signOut, cookie, origin: ownOrigin });
  expect(answer).toMatchObject({ ok: true, value: expect.stringContaining(`${provider.issuer}/session/end?`) });
});

test('while the provider is down it is said so, and the sign-in page still has passwords', async () => {
  await provider.stop();
  const answer = await callAction(server.port, { ...begin, origin: ownOrigin });
  expect(answer).toMatchObject({ ok: false, sentence: expect.stringContaining('or sign in with your password') });
  const { body } = await ask(server.port, { target: '/admin/login' });
  expect(body).toContain('Sign in with Example ID');
  expect(body).toContain('Or with your password');
});
