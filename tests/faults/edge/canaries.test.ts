import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '#db/staff/accounts.ts';
import { putLink } from '#db/staff/links.ts';
import { generateToken, hashToken } from '#lib/staff/secrets.ts';
import { fixtureNowMs, fixtureSecret, keys } from '#tests/support/fixture.ts';
import { ask, sendRaw } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { callAction, ownOrigin, signIn } from '#tests/support/staff/action.ts';

const password = 'canary kererū fly at 3';
const wrongPassword = 'canary tūī sit at 4';
const linkToken = generateToken();
/** With all seven decimals, as a home has them. */
const [lat, lng] = ['-41.0512347', '174.0598761'];
const invited = 'invited@watea.example';

let fixture: OwnFixture;
let server: ServerProcess;
/** The canaries by what they are; texts that nothing may write. */
const canaries: Record<string, string> = { password, wrongPassword, linkToken, lat: '41.05123', lng: '174.05987' };
const answers: string[] = [];

async function tell(target: string, headers: Record<string, string> = {}, body?: string): Promise<void> {
  const method = body === undefined ? 'GET' : 'POST';
  const answered = await ask(server.port, { target, headers, body, method });
  if (answered.status >= 400) answers.push(`${target} ${answered.body}`);
}

beforeAll(async () => {
  fixture = await ownFixture();
  const admin = signIn(fixture.databaseFile, 'admin');
  fixture.change(({ db }) => {
    putLink(
      db,
      insertAccount(db, { email: invited, role: 'viewer' }, fixtureNowMs),
      hashToken(linkToken),
      fixtureNowMs,
    );
  });
  server = await fixture.start({ BASE_URL: ownOrigin, LOG_LEVEL: 'debug', PAGES_PER_SECOND: '100000' });
  Object.assign(canaries, { key: keys.plain, revokedKey: keys.revoked, secretKey: fixtureSecret });
  canaries.session = admin.slice('watea-session='.length);

  const act = (page: string, file: string, name: string, values: unknown[], cookie?: string) =>
    callAction(server.port, { page, action: { file, name }, values, cookie, origin: ownOrigin });
  const login = 'app/admin/login/actions.ts';
  const invitation = 'app/admin/invitation/actions.ts';
  const accepted = { token: linkToken, email: '', password, repeated: password };
  expect(await act('/admin/invitation', invitation, 'acceptInvitation', [accepted])).toMatchObject({ ok: true });
  await act('/admin/invitation', invitation, 'acceptInvitation', [accepted]);
  expect(await act('/admin/login', login, 'signIn', [{ email: invited, password }])).toMatchObject({ ok: true });
  await act('/admin/login', login, 'signIn', [{ email: invited, password: wrongPassword }]);
  await act('/admin/login', login, 'signIn', [{ email: wrongPassword, password: wrongPassword }]);
  const account = 'app/admin/account/actions.ts';
  const setUp = await act('/admin/account', account, 'setUpAuthenticator', [], admin);
  const { typed } = setUp.value as { typed: string };
  const terms = { label: 'site', expiresAt: '', perSecond: '', perDay: '', origins: '' };
  const issued = await act('/admin/users/1', 'app/admin/users/actions.ts', 'issueKey', [1, terms], admin);
  canaries.issuedKey = (issued.value as { text: string }).text;
  Object.assign(canaries, { totpSecret: typed.replaceAll(' ', ''), totpTyped: typed });

  await tell(`/api/1.0/availability/yx/${lat}/${lng}?api_key=${canaries.issuedKey}`);
  const point = `/api/1.0/availability/yx/${lat}/${lng}`;
  for (const key of [keys.plain, keys.revoked]) {
    await tell(`${point}?api_key=${key}`);
    await tell(point, { 'X-Api-Key': key });
    await tell(`${point}?api_key=${key}&api_key=${key}`);
    await tell(`/api/1.0/availability/yx/${key}/${lng}?api_key=${key}`);
    await tell(`/api/2.0/availability/${lat}/${lng}`, { 'X-Api-Key': key });
    await tell(`/api/1.0/networks?x=${lng}&y=${lat}&api_key=${key}`);
    await tell(`/api/2.0/addresses?q=${lat}+${lng}&api_key=${key}`);
    await tell(`/api/2.0/availability/address/${key}`, { 'X-Api-Key': key });
    await tell(`/api/${key}/${lat}`);
    await tell(`${point}/${key}api_key=${key}`);
    await tell(`/${key}`, { Referer: `${ownOrigin}${point}?api_key=${key}` });
    await tell(`/1.0/availability?string=${key}`, { Authorization: `Bearer ${key}`, Cookie: `api_key=${key}` });
    await tell(`/1.0/availability?string=a&string=${key}&x=%zz`, { 'User-Agent': key });
    await tell(
      `/api/1.0/availability/yx?api_key=${key}`,
      { 'Content-Type': 'application/json' },
      `{"points":[["${lat}","${lng}","${key}"]]}`,
    );
    await tell(
      `/api/1.0/availability/yx`,
      { 'Content-Type': 'application/json', 'X-Api-Key': key },
      `{"points":${lat}`,
    );
    await sendRaw(server.port, `GET ${point}?api_key=${key}\xc4 HTTP/1.1\r\nHost: x\r\n\r\n`);
    await sendRaw(server.port, `GET ${point}?api_key=${key} HTTP/1.1\r\nHost : ${key}\r\n\r\n`);
  }
  for (const path of [
    `/availability/${lat}/${lng}`,
    `/embed/${lat}/${lng}`,
    `/preview/${lat}/${lng}.png`,
    `/places?q=${lat},${lng}`,
  ]) {
    await tell(path, { Cookie: admin, Referer: `${ownOrigin}/availability/${lat}/${lng}` });
  }
  await tell(`/areas?west=${lng}&south=${lat}&east=174.1&north=-41`, { Cookie: admin });
  await tell(`/admin/invitation?token=${linkToken}`);
  await tell(
    '/admin',
    { Cookie: admin, 'Next-Action': canaries.session, 'Content-Type': 'text/plain' },
    `["${password}"]`,
  );
  const headers = { Cookie: admin, Origin: ownOrigin, 'Content-Type': 'application/json' };
  await tell('/admin/uploads', headers, JSON.stringify({ name: 'towns.geojson', bytes: -1, queue: password }));
  await fixture.stopAll();
});
afterAll(() => fixture.remove());

/** Every file beside the database, whatever its name, and the database itself. */
function written(): string[] {
  const folder = dirname(fixture.databaseFile);
  return globSync('**/*', { cwd: folder })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

describe('nothing that is secret is written', () => {
  test('the canaries were planted', () => {
    expect(Object.values(canaries).every((canary) => canary.length >= 8)).toBe(true);
    expect(Object.keys(canaries)).toHaveLength(12);
    expect(server.output()).toContain('/api/1.0/availability/yx/-41.05/174.05');
    expect(answers.length).toBeGreaterThan(10);
    expect(written().map((file) => basename(file))).toContain('watea.db');
  });

  test('B8, N12: not in the log, which has every request', () => {
    for (const [what, canary] of Object.entries(canaries)) expect(server.output(), what).not.toContain(canary);
  });

  test('not in the database, its write-ahead log, or any file beside them', () => {
    for (const file of written()) {
      const bytes = readFileSync(file);
      for (const [what, canary] of Object.entries(canaries)) {
        expect(bytes.includes(canary), `${what} in ${file}`).toBe(false);
        expect(bytes.includes(Buffer.from(canary, 'utf16le')), `${what} in ${file}`).toBe(false);
      }
    }
  });

  test('not in an answer that refuses, except what it was asked', () => {
    const own = ['password', 'wrongPassword', 'linkToken', 'session', 'secretKey', 'totpSecret', 'totpTyped'] as const;
    for (const what of own) {
      const canary = canaries[what] ?? '';
      for (const answer of answers.map((text) => text.slice(text.indexOf(' '))))
        expect(answer, what).not.toContain(canary);
    }
  });
});
