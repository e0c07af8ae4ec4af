import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import { updateAccount } from '#db/staff/accounts.ts';
import { getSession, insertSession } from '#db/staff/sessions.ts';
import { parseSettings } from '#lib/env.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { hashPassword } from '#lib/staff/password-hash.ts';
import { hashToken } from '#lib/staff/secrets.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';
import { byCommandLine, client, invite, nowMs, recordedActions } from '#tests/support/staff/people.ts';
import { disableStaff } from './accounts.ts';
import { confirmAuthenticator, setUpAuthenticator } from './second-factors.ts';
import { checkPassword, checkSecondFactor, endSession, startSession } from './sign-in.ts';

const email = 'jo@example.nz';
const password = 'four blue kererū fly';
const passwordHash = await hashPassword(password);
const stranger = { address: '203.0.113.9', limitKey: '203.0.113.9', agent: 'test' };

beforeEach(() => {
  setProcessWide('secret-key', Buffer.alloc(32, 1));
  setProcessWide('settings', parseSettings({}));
});

async function withPerson() {
  const database = freshDatabase();
  await invite(database.writer, 'admin@example.nz');
  const { id } = await invite(database.writer, email);
  updateAccount(database.writer.db, id, { passwordHash });
  const check = (typed: string, { as = email, from = client } = {}) =>
    checkPassword(database.writer, { email: as, password: typed }, from, nowMs);
  return { ...database, id, check };
}

describe('the password', () => {
  test('signs its account in, whatever the case of the email address', async () => {
    const { id, check } = await withPerson();
    expect(await check(password, { as: 'JO@example.NZ' })).toMatchObject({ ok: true, account: { id, email } });
  });

  test('fails the same way when it is wrong, when the account is unknown or disabled, or has no password', async () => {
    const { writer, id, check } = await withPerson();
    const failed = { ok: false, failureOf: undefined };
    expect(await check('wrong')).toEqual(failed);
    expect(await check(password, { as: 'nobody@example.nz' })).toEqual(failed);
    expect(await check(password, { as: 'admin@example.nz' })).toEqual(failed);
    await disableStaff(writer, id, byCommandLine);
    expect(await check(password)).toEqual(failed);
    expect(wordsOf({ code: 'wrong-sign-in' })).toBe('The email address or the password is wrong.');
  });

  test('records a failure once, for an existing account, when the next attempt must wait', async () => {
    const { check } = await withPerson();
    const outcomes = [await check('wrong'), await check('wrong'), await check('wrong')];
    expect(outcomes.map((outcome) => (outcome.ok ? '' : outcome.failureOf))).toEqual([undefined, undefined, email]);
    expect((await rejectionOf(check(password))).reason).toEqual({ code: 'too-many-attempts', waitMs: 1000 });
  });

  test('is not delayed by strangers elsewhere for somebody signed in here', async () => {
    const { writer, id, check } = await withPerson();
    insertSession(writer.db, { tokenHash: 's', staffId: id, stage: 'full', ...client }, nowMs);
    for (let times = 0; times < 3; times++) await check('wrong', { from: stranger });
    await rejectionOf(check(password, { from: stranger }));
    expect(await check(password)).toMatchObject({ ok: true });
  });
});

describe('the second factor', () => {
  test('is a code of the app or a recovery code, each valid once', async () => {
    const database = await withPerson();
    const { writer, id } = database;
    const { typed } = await setUpAuthenticator(writer, { staffId: id }, byCommandLine);
    const app = new TOTP({ secret: Secret.fromBase32(typed.replaceAll(' ', '')) });
    const first = app.generate({ timestamp: nowMs - 30_000 });
    const [recovery = ''] = await confirmAuthenticator(writer, { staffId: id, code: first }, byCommandLine);
    const check = (code: string) => checkSecondFactor(writer, { id, email, first: 'password' }, code, client, nowMs);
    const code = app.generate({ timestamp: nowMs });
    expect(await check(code)).toBe('password and app');
    const { reason } = await rejectionOf(check(code));
    expect(reason).toEqual({ code: 'wrong-code' });
    expect(wordsOf(reason)).toBe('This code is wrong, or has already been used.');
    expect(await check(recovery)).toBe('password and recovery code');
    expect((await rejectionOf(check(recovery))).reason).toEqual({ code: 'wrong-code' });
    expect(recordedActions(database).slice(-1)).toEqual(['staff.recovery-code-use']);
  });
});

test('replaces the session of the same browser, and is recorded when the sign-in is complete', async () => {
  const database = await withPerson();
  const { writer, reader, id } = database;
  const start = (means: 'password' | undefined, replaced?: string) =>
    startSession(writer, { id, email }, { means, client, replaced }, nowMs);
  const half = await start(undefined);
  expect(getSession(reader, hashToken(half))).toMatchObject({ stage: 'password' });
  const full = await start('password', half);
  expect(getSession(reader, hashToken(half))).toBeUndefined();
  expect(getSession(reader, hashToken(full))).toMatchObject({ stage: 'full', email });
  await endSession(writer, full, email, { address: client.address, nowMs });
  expect(getSession(reader, hashToken(full))).toBeUndefined();
  expect(recordedActions(database).slice(2)).toEqual(['staff.sign-in', 'staff.sign-out']);
});
