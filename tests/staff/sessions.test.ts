import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { staff } from '#db/staff/schema.ts';
import { insertSession } from '#db/staff/sessions.ts';
import { hashPassword } from '#lib/staff/password-hash.ts';
import { generateToken, hashToken } from '#lib/staff/secrets.ts';
import { fixtureNowMs } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { callActionRaw } from '#tests/support/staff/action.ts';

const baseUrl = 'https://watea.example';
const email = 'ana@watea.example';
const password = 'four blue kererū fly';
const cookieName = '__Host-watea-session';
const [minute, hour] = [60_000, 3_600_000];

let fixture: OwnFixture;
let server: ServerProcess;
let staffId: number;

beforeAll(async () => {
  fixture = await ownFixture();
  const passwordHash = await hashPassword(password);
  staffId = fixture.change(
    ({ db }) =>
      db
        .insert(staff)
        .values({ email, role: 'viewer', passwordHash, createdAt: fixtureNowMs })
        .returning({ id: staff.id })
        .get().id,
  );
  server = await fixture.start({ BASE_URL: baseUrl, TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => fixture.remove());

/** Adds a session that began and was last used this long ago, and requests a page with it. */
async function statusWith(stage: 'password' | 'full', begunAgoMs: number, seenAgoMs: number): Promise<number> {
  const token = generateToken();
  fixture.change(({ db, sqlite }) => {
    const place = { address: null, limitKey: 'unknown', agent: 'test' };
    insertSession(db, { tokenHash: hashToken(token), staffId, stage, ...place }, fixtureNowMs);
    sqlite
      .prepare('UPDATE staff_session SET created_at = ?, seen_at = ? WHERE token_hash = ?')
      .run(fixtureNowMs - begunAgoMs, fixtureNowMs - seenAgoMs, hashToken(token));
  });
  const answer = await ask(server.port, { target: '/admin/registrars', headers: { Cookie: `${cookieName}=${token}` } });
  return answer.status;
}

test.each([
  ['used 11 hours ago', 20 * hour, 11 * hour, 200],
  ['not used for 12 hours', 20 * hour, 12 * hour, 307],
  ['used a moment ago, begun 6 days ago', 6 * 24 * hour, minute, 200],
  ['used a moment ago, begun 7 days ago', 7 * 24 * hour, minute, 307],
])('a session %s', async (_case, begunAgoMs, seenAgoMs, status) => {
  expect(await statusWith('full', begunAgoMs, seenAgoMs)).toBe(status);
});

test('the password alone opens no screen while the second factor is missing', async () => {
  expect(await statusWith('password', minute, minute)).toBe(307);
});

const signIn = (typed: string, more: { readonly as?: string; readonly cookie?: string; readonly from?: string } = {}) =>
  callActionRaw(server.port, {
    page: '/admin/login',
    action: { file: 'app/admin/login/actions.ts', name: 'signIn' },
    values: [{ email: more.as ?? email, password: typed }],
    cookie: more.cookie,
    origin: baseUrl,
    headers: { 'X-Forwarded-For': more.from ?? '192.0.2.1' },
  });

describe('signing in over HTTPS', () => {
  test('sets a cookie for this host only, and stores only its SHA-256; the next session has another token', async () => {
    const first = await signIn(password);
    const cookie = first.headers['set-cookie'] ?? '';
    const token = /^__Host-watea-session=([\w-]{43}); /.exec(cookie)?.[1] ?? '';
    expect(cookie.toLowerCase().split('; ').slice(1).sort()).toEqual(
      expect.arrayContaining(['httponly', 'max-age=604800', 'path=/', 'samesite=lax', 'secure']),
    );
    const stored = () =>
      fixture.change(({ sqlite }) => sqlite.prepare('SELECT token_hash FROM staff_session').pluck().all());
    expect(stored()).toContain(hashToken(token));
    expect(JSON.stringify(stored())).not.toContain(token);

    // a browser that signs in again gets a new token, and the old one stops working
    const second = await signIn(password, { cookie: `${cookieName}=${token}` });
    expect(second.headers['set-cookie']).not.toContain(token);
    expect(stored()).not.toContain(hashToken(token));
  });

  test('is delayed by the caller’s true address, whichever accounts it tries; other addresses are not', async () => {
    for (let tries = 0; tries < 10; tries++) {
      const { body } = await signIn('wrong', { as: `nobody${tries}@watea.example`, from: '192.0.2.66' });
      expect(body).toContain('The email address or the password is wrong.');
    }
    // the first delay is a second, which may pass before the next attempt: that of ten more failures is a quarter of an hour
    const counted = fixture.change(({ sqlite }) =>
      sqlite.prepare('UPDATE failed_attempt SET failures = 20 WHERE failures = 10 RETURNING subject').pluck().all(),
    );
    expect(counted).toEqual([expect.stringContaining('192.0.2.66')]);
    const next = await signIn(password, { from: '192.0.2.66' });
    expect(next.body).toContain('too many failed attempts');
    // entries that the caller puts before its proxy's do not change its address
    const claimed = await signIn(password, { from: '203.0.113.5, 192.0.2.66' });
    expect(claimed.body).toContain('too many failed attempts');
    const elsewhere = await signIn(password, { from: '192.0.2.67' });
    expect(elsewhere.body).toContain('"ok":true');
  });
});
