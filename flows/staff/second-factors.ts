import { z } from 'zod';
import { recordChange } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import { isSecondFactorRequired, updateSecondFactorRequired } from '#db/staff/accounts.ts';
import { confirmTotp, getTotp, putTotpSecret, removeTotp, replaceRecoveryCodes } from '#db/staff/second-factors.ts';
import { change, preparedChange } from '#flows/change.ts';
import { requireUnchanged, seenOf } from '#flows/editing.ts';
import { requiredLine, rowId, typedSecret } from '#lib/fields.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import {
  generateRecoveryCodes,
  generateTotpSecret,
  hashRecoveryCode,
  matchTotp,
  type TotpSetUp,
  totpSetUp,
} from '#lib/staff/second-factors.ts';
import { requireAccount } from './accounts.ts';
import { clientFields } from './attempts.ts';
import { requirePassword } from './own-account.ts';
import { recordStaffChange } from './record.ts';
import { secretBox, totpPurpose } from './secrets.ts';

/**
 * Stores a new secret for an authenticator app, which counts once `confirmAuthenticator` has seen a code made with it.
 */
export const setUpAuthenticator = change(z.object({ staffId: rowId }), (db, { staffId }): TotpSetUp => {
  const { email } = requireAccount(db, staffId);
  const secret = generateTotpSecret();
  if (!putTotpSecret(db, staffId, secretBox().seal(secret, totpPurpose(staffId))))
    throw new Refusal({ code: 'authenticator-on' });
  return totpSetUp(secret, email);
});

/** Turns the authenticator app on: from now on signing in asks for a code. @returns the recovery codes */
export const confirmAuthenticator = change(
  z.object({ staffId: rowId, code: requiredLine(20) }),
  (db, { staffId, code }, by): string[] => {
    const totp = getTotp({ db }, staffId);
    const unconfirmed = totp?.since === null ? totp.sealed : null;
    const secret = unconfirmed === null ? undefined : secretBox().open(unconfirmed, totpPurpose(staffId));
    if (secret === undefined) throw new Refusal({ code: 'no-authenticator' });
    const step = matchTotp(secret, code, 0, by.nowMs);
    if (step === undefined) throw refusalAt('code', { code: 'not-current-code' });
    confirmTotp(db, staffId, step, by.nowMs);
    recordStaffChange(db, by, 'staff.totp-add', by.actor.who);
    return issueRecoveryCodes(db, staffId);
  },
);

/** Turns the authenticator app off, for somebody who types their password, and removes its recovery codes. */
export const turnOffAuthenticator = preparedChange(
  z.object({ staffId: rowId, client: clientFields, password: typedSecret }),
  async (writer, given, { nowMs }) => {
    await requirePassword(writer, given, ['password', given.password], nowMs);
    return given;
  },
  (db, { staffId }, by): void => {
    removeTotp(db, staffId);
    requireFactorLeft(db, staffId);
    recordStaffChange(db, by, 'staff.totp-remove', by.actor.who);
  },
);

/** Replaces all recovery codes of a person. @returns the new ones */
export const renewRecoveryCodes = change(z.object({ staffId: rowId }), (db, { staffId }, by): string[] => {
  recordStaffChange(db, by, 'staff.recovery-codes', by.actor.who);
  return issueRecoveryCodes(db, staffId);
});

/** What is required of all staff, as an edited record. */
export const staffPolicy = 'staff policy';

/** Requires a second factor of everybody, or no longer. */
export const requireSecondFactor = change(
  seenOf(z.boolean()),
  (db, { record: required, seen: assumed }, { actor, nowMs }): void => {
    requireUnchanged(db, staffPolicy, assumed, actor);
    const before = isSecondFactorRequired({ db });
    if (before === required) return;
    updateSecondFactorRequired(db, required);
    const subject = 'second factor for everybody';
    const states = { before: { required: before }, after: { required } };
    recordChange(db, { actor, action: 'staff.policy', subject, ...states, record: staffPolicy }, nowMs);
  },
);

/** @throws Refusal when a second factor is required of everybody and this person has none */
export function requireFactorLeft(db: Db, staffId: number): void {
  if (isSecondFactorRequired({ db }) && requireAccount(db, staffId).hasSecondFactor === 0)
    throw new Refusal({ code: 'last-second-factor' });
}

function issueRecoveryCodes(db: Db, staffId: number): string[] {
  const codes = generateRecoveryCodes();
  replaceRecoveryCodes(db, staffId, codes.map(hashRecoveryCode));
  return codes;
}
