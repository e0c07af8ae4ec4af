import { describe, expect, test } from 'vitest';
import { getStaffByEmail, inviteStaff } from '#flows/staff/accounts.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { addPasskey, getPasskey, listPasskeys, removePasskey, spendChallenge } from './passkeys.ts';
import { isSecondFactorRequired } from './policy.ts';
import { changeSecondFactorPolicy } from './second-factors.ts';
import { addSession, getSession } from './sessions.ts';
import {
  confirmTotp,
  countRecoveryCodes,
  getTotp,
  holdTotpSecret,
  removeTotp,
  spendRecoveryCode,
  spendTotpStep,
} from './totp.ts';

const actor = { who: 'jo@example.nz', address: '192.0.2.1' };
const nowMs = 1_800_000_000_000;
const sealed = Buffer.from('sealed');

function withPerson() {
  const database = freshDatabase();
  const invited = { email: actor.who, role: 'admin', tokenHash: 'a' } as const;
  return { ...database, id: inviteStaff(database.writer, invited, actor, nowMs) };
}

const passkey = (staffId: number, credentialId = 'credential') => ({
  ...{ staffId, credentialId, publicKey: Buffer.from([1, 2, 3]), counter: 0 },
  ...{ transports: ['internal'], label: 'My laptop' },
});

describe('an authenticator app', () => {
  test('counts once it is confirmed, and is not replaced behind its owner’s back', () => {
    const { writer, reader, id } = withPerson();
    holdTotpSecret(writer.db, id, sealed);
    expect(getTotp(reader, id)).toEqual({ sealed, since: null, lastStep: 0 });
    confirmTotp(writer, { id, step: 7, codeHashes: ['c1', 'c2'] }, actor, nowMs);
    expect(getTotp(reader, id)).toEqual({ sealed, since: nowMs, lastStep: 7 });
    expect(() => holdTotpSecret(writer.db, id, Buffer.from('other'))).toThrow('set up already');
  });

  test('a step’s code counts once, whoever is quicker', () => {
    const { writer, id } = withPerson();
    expect([8, 8, 7, 9].map((step) => spendTotpStep(writer.db, id, step))).toEqual([true, false, false, true]);
  });

  test('a recovery code counts once, for its own person only', () => {
    const { writer, reader, id } = withPerson();
    confirmTotp(writer, { id, step: 1, codeHashes: ['c1', 'c2'] }, actor, nowMs);
    expect(spendRecoveryCode(writer, id + 1, 'c1', actor, nowMs)).toBe(false);
    expect(spendRecoveryCode(writer, id, 'c1', actor, nowMs)).toBe(true);
    expect(spendRecoveryCode(writer, id, 'c1', actor, nowMs)).toBe(false);
    expect(countRecoveryCodes(reader, id)).toBe(1);
    removeTotp(writer, id, actor, nowMs);
    expect(countRecoveryCodes(reader, id)).toBe(0);
  });
});

describe('passkeys', () => {
  test('are found by their credential, and removed by their own person only', () => {
    const { writer, reader, id } = withPerson();
    addPasskey(writer, passkey(id), actor, nowMs);
    const found = getPasskey(reader.db, 'credential');
    expect(found).toMatchObject({ email: actor.who, passkey: { staffId: id, publicKey: Buffer.from([1, 2, 3]) } });
    const own = found?.passkey.id ?? 0;
    expect(() => removePasskey(writer, { staffId: id + 1, id: own }, actor, nowMs)).toThrow('not there any more');
    removePasskey(writer, { staffId: id, id: own }, actor, nowMs);
    expect(listPasskeys(reader, id)).toEqual([]);
  });

  test('are a second factor of their own person and of nobody else, whatever numbers they have', () => {
    const { writer, reader, id } = withPerson();
    const invite = (email: string) => inviteStaff(writer, { email, role: 'viewer', tokenHash: email }, actor, nowMs);
    const [second, third] = [invite('second@example.nz'), invite('third@example.nz')];
    addPasskey(writer, passkey(third), actor, nowMs);
    const atSignIn = [actor.who, 'second@example.nz', 'third@example.nz'].map(
      (email) => getStaffByEmail(reader.db, email)?.hasSecondFactor,
    );
    expect(atSignIn).toEqual([0, 0, 1]);
    const inSession = [id, second, third].map((staffId) => {
      const place = { address: null, limitKey: 'unknown', agent: '' };
      addSession(writer.db, { tokenHash: `session ${staffId}`, staffId, stage: 'full', ...place }, nowMs);
      return getSession(reader, `session ${staffId}`)?.hasSecondFactor;
    });
    expect(inSession).toEqual([0, 0, 1]);
    changeSecondFactorPolicy(writer, true, actor, nowMs);
    expect(() => removePasskey(writer, { staffId: third, id: 1 }, actor, nowMs)).toThrow('set up another one first');
  });

  test('a challenge is taken once, and forgotten after it has lapsed', () => {
    const { writer, reader } = withPerson();
    expect(spendChallenge(writer.db, 'one', nowMs + 1000, nowMs)).toBe(true);
    expect(spendChallenge(writer.db, 'one', nowMs + 1000, nowMs)).toBe(false);
    expect(spendChallenge(writer.db, 'two', nowMs + 9000, nowMs + 2000)).toBe(true);
    expect(reader.sqlite.prepare('SELECT challenge_hash FROM spent_challenge').pluck().all()).toEqual(['two']);
  });
});

describe('while a second factor is required', () => {
  test('the last one cannot be taken away, and one of two can', () => {
    const { writer, reader, id } = withPerson();
    confirmTotp(writer, { id, step: 1, codeHashes: ['c1'] }, actor, nowMs);
    changeSecondFactorPolicy(writer, true, actor, nowMs);
    expect(isSecondFactorRequired(reader)).toBe(true);
    expect(() => removeTotp(writer, id, actor, nowMs)).toThrow('set up another one first');
    expect(countRecoveryCodes(reader, id)).toBe(1);
    addPasskey(writer, passkey(id), actor, nowMs);
    removeTotp(writer, id, actor, nowMs);
    const last = listPasskeys(reader, id)[0]?.id ?? 0;
    expect(() => removePasskey(writer, { staffId: id, id: last }, actor, nowMs)).toThrow('set up another one first');
  });

  test('a change of the policy is written down, a repetition is not', () => {
    const { writer, reader } = withPerson();
    for (const required of [true, true, false]) changeSecondFactorPolicy(writer, required, actor, nowMs);
    const rows = reader.sqlite.prepare("SELECT before, after FROM audit_entry WHERE action = 'staff.policy'").raw();
    expect(rows.all()).toEqual([
      ['{"required":false}', '{"required":true}'],
      ['{"required":true}', '{"required":false}'],
    ]);
  });
});
