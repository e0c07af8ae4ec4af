import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Connection } from '#db/client.ts';
import { getAccountByEmail, isSecondFactorRequired, updateAccount } from '#db/staff/accounts.ts';
import {
  countRecoveryCodes,
  getPasskey,
  getTotp,
  insertPasskey,
  listPasskeys,
  spendChallenge,
  spendRecoveryCode,
  spendTotpStep,
} from '#db/staff/second-factors.ts';
import { getSession, insertSession } from '#db/staff/sessions.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { hashPassword } from '#lib/staff/password-hash.ts';
import { hashRecoveryCode } from '#lib/staff/second-factors.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';
import { client, invite, nowMs } from '#tests/support/staff/people.ts';
import { removePasskey } from './passkeys.ts';
import {
  confirmAuthenticator,
  renewRecoveryCodes,
  requireSecondFactor,
  setUpAuthenticator,
  turnOffAuthenticator,
} from './second-factors.ts';

const by = { actor: { who: 'jo@example.nz', address: '192.0.2.1' }, nowMs };
const password = 'four blue kererū fly';

beforeEach(() => setProcessWide('secret-key', Buffer.alloc(32, 1)));

async function withPerson() {
  const database = freshDatabase();
  const { id } = await invite(database.writer, by.actor.who);
  updateAccount(database.writer.db, id, { passwordHash: await hashPassword(password) });
  const turnOff = (typed = password) =>
    turnOffAuthenticator(database.writer, { staffId: id, client, password: typed }, by);
  return { ...database, id, turnOff };
}

/** The app that has the secret of a set-up. */
const appOf = ({ typed }: { typed: string }) => new TOTP({ secret: Secret.fromBase32(typed.replaceAll(' ', '')) });

/** Sets up an app and confirms it. @returns the recovery codes */
async function setUp(writer: Connection, staffId: number): Promise<string[]> {
  const app = appOf(await setUpAuthenticator(writer, { staffId }, by));
  return await confirmAuthenticator(writer, { staffId, code: app.generate({ timestamp: nowMs }) }, by);
}

function addPasskey(writer: Connection, staffId: number, credentialId = 'credential'): void {
  const keys = { credentialId, publicKey: Buffer.from([1, 2, 3]), counter: 0, transports: ['internal'] };
  insertPasskey(writer.db, { staffId, ...keys, label: 'My laptop' }, nowMs);
}

describe('an authenticator app', () => {
  test('counts once its first code is confirmed, and cannot be replaced while it is on', async () => {
    const { writer, reader, id } = await withPerson();
    const app = appOf(await setUpAuthenticator(writer, { staffId: id }, by));
    expect(getTotp(reader, id)).toMatchObject({ since: null, lastStep: 0 });
    const wrong = confirmAuthenticator(writer, { staffId: id, code: '000000' }, by);
    const { faults } = await rejectionOf(wrong);
    expect(faults).toEqual([{ where: { field: 'code' }, reason: { code: 'not-current-code' } }]);
    const code = app.generate({ timestamp: nowMs });
    expect(await confirmAuthenticator(writer, { staffId: id, code }, by)).toHaveLength(10);
    expect(getTotp(reader, id)).toMatchObject({ since: nowMs, lastStep: Math.floor(nowMs / 30_000) });
    const { reason } = await rejectionOf(setUpAuthenticator(writer, { staffId: id }, by));
    expect(reason).toEqual({ code: 'authenticator-on' });
    expect(wordsOf(reason)).toContain('already set up');
    const again = confirmAuthenticator(writer, { staffId: id, code }, by);
    expect((await rejectionOf(again)).reason).toEqual({ code: 'no-authenticator' });
  });

  test('accepts the code of a step once', async () => {
    const { writer, id } = await withPerson();
    expect([8, 8, 7, 9].map((step) => spendTotpStep(writer.db, id, step))).toEqual([true, false, false, true]);
  });

  test('accepts a recovery code once, for its own person only', async () => {
    const { writer, reader, id, turnOff } = await withPerson();
    const [code = ''] = await setUp(writer, id);
    const hash = hashRecoveryCode(code);
    expect(spendRecoveryCode(writer.db, id + 1, hash)).toBe(false);
    expect(spendRecoveryCode(writer.db, id, hash)).toBe(true);
    expect(spendRecoveryCode(writer.db, id, hash)).toBe(false);
    expect(countRecoveryCodes(reader, id)).toBe(9);
    await renewRecoveryCodes(writer, { staffId: id }, by);
    expect(countRecoveryCodes(reader, id)).toBe(10);
    await turnOff();
    expect(countRecoveryCodes(reader, id)).toBe(0);
  });

  test('is not turned off with a wrong password, and too many wrong passwords cause a wait', async () => {
    const { writer, reader, id, turnOff } = await withPerson();
    await setUp(writer, id);
    for (let times = 0; times < 3; times++) {
      const { faults } = await rejectionOf(turnOff('wrong'));
      expect(faults).toEqual([{ where: { field: 'password' }, reason: { code: 'not-your-password' } }]);
    }
    expect((await rejectionOf(turnOff())).reason).toEqual({ code: 'too-many-attempts', waitMs: 1000 });
    expect(getTotp(reader, id)).toMatchObject({ since: nowMs });
  });
});

describe('passkeys', () => {
  test('are found by their credential, and removed by their owner only', async () => {
    const { writer, reader, id } = await withPerson();
    addPasskey(writer, id);
    const found = getPasskey(reader, 'credential');
    expect(found).toMatchObject({ email: by.actor.who, passkey: { staffId: id, publicKey: Buffer.from([1, 2, 3]) } });
    const own = found?.passkey.id ?? 0;
    const { reason } = await rejectionOf(removePasskey(writer, { staffId: id + 1, id: own }, by));
    expect(reason).toEqual({ code: 'passkey-gone' });
    expect(wordsOf(reason)).toBe('This passkey no longer exists.');
    await removePasskey(writer, { staffId: id, id: own }, by);
    expect(listPasskeys(reader, id)).toEqual([]);
  });

  test('are a second factor of their own person only, whatever ids others have', async () => {
    const { writer, reader, id } = await withPerson();
    const [second, third] = [await invite(writer, 'second@example.nz'), await invite(writer, 'third@example.nz')];
    addPasskey(writer, third.id);
    const atSignIn = [by.actor.who, 'second@example.nz', 'third@example.nz'].map(
      (email) => getAccountByEmail(reader, email)?.hasSecondFactor,
    );
    expect(atSignIn).toEqual([0, 0, 1]);
    const inSession = [id, second.id, third.id].map((staffId) => {
      const from = { address: null, limitKey: 'unknown', agent: '' };
      insertSession(writer.db, { tokenHash: `session ${staffId}`, staffId, stage: 'full', ...from }, nowMs);
      return getSession(reader, `session ${staffId}`)?.hasSecondFactor;
    });
    expect(inSession).toEqual([0, 0, 1]);
    await requireSecondFactor(writer, true, by);
    const { reason } = await rejectionOf(removePasskey(writer, { staffId: third.id, id: 1 }, by));
    expect(reason).toEqual({ code: 'last-second-factor' });
    expect(wordsOf(reason)).toBe('Everybody must have a second factor. Set up another one first.');
  });

  test('accept a challenge once, and forget it after it has expired', async () => {
    const { writer, reader } = await withPerson();
    expect(spendChallenge(writer.db, 'one', nowMs + 1000, nowMs)).toBe(true);
    expect(spendChallenge(writer.db, 'one', nowMs + 1000, nowMs)).toBe(false);
    expect(spendChallenge(writer.db, 'two', nowMs + 9000, nowMs + 2000)).toBe(true);
    expect(reader.sqlite.prepare('SELECT challenge_hash FROM spent_challenge').pluck().all()).toEqual(['two']);
  });
});

describe('while a second factor is required', () => {
  test('the last one cannot be removed, and one of two can', async () => {
    const { writer, reader, id, turnOff } = await withPerson();
    await setUp(writer, id);
    await requireSecondFactor(writer, true, by);
    expect(isSecondFactorRequired(reader)).toBe(true);
    expect((await rejectionOf(turnOff())).reason).toEqual({ code: 'last-second-factor' });
    expect(countRecoveryCodes(reader, id)).toBe(10);
    addPasskey(writer, id);
    await turnOff();
    const last = listPasskeys(reader, id)[0]?.id ?? 0;
    const removal = removePasskey(writer, { staffId: id, id: last }, by);
    expect((await rejectionOf(removal)).reason).toEqual({ code: 'last-second-factor' });
  });

  test('a change of the policy is recorded, a repetition is not', async () => {
    const { writer, reader } = await withPerson();
    for (const required of [true, true, false]) await requireSecondFactor(writer, required, by);
    const rows = reader.sqlite.prepare("SELECT before, after FROM audit_entry WHERE action = 'staff.policy'").raw();
    expect(rows.all()).toEqual([
      ['{"required":false}', '{"required":true}'],
      ['{"required":true}', '{"required":false}'],
    ]);
  });
});
