import { z } from 'zod';
import type { Connection } from '#db/client.ts';
import { getAccount, updateAccount } from '#db/staff/accounts.ts';
import { removeLink } from '#db/staff/links.ts';
import { removeOwnSession, removeSessionsOf } from '#db/staff/sessions.ts';
import { change, preparedChange } from '#flows/change.ts';
import { rowId, typedSecret } from '#lib/fields.ts';
import { type Fault, faultAt, Refusal, refuseFields } from '#lib/refusal.ts';
import { passwordFault } from '#lib/staff/password.ts';
import { hashPassword, isPassword, withHashingPlace } from '#lib/staff/password-hash.ts';
import { requireAccount } from './accounts.ts';
import { beginAttempt, clientFields, settleAttempt } from './attempts.ts';
import { recordStaffChange } from './record.ts';

/** A new password, typed twice. */
export const newPassword = { password: z.string(), repeated: z.string() };

/** Sets a new password; every other session ends. */
export const changePassword = preparedChange(
  z.object({ staffId: rowId, sessionId: rowId, client: clientFields, current: typedSecret, ...newPassword }),
  async (writer, given, { nowMs }) => {
    const { email } = requireAccount(writer.db, given.staffId);
    const faults = newPasswordFaults(given, email);
    await requirePassword(writer, given, ['current', given.current], nowMs, faults);
    refuseFields(faults);
    const passwordHash = await withHashingPlace((inTurn) => inTurn(() => hashPassword(given.password)));
    return { ...given, passwordHash };
  },
  (db, { staffId, sessionId, passwordHash }, by): void => {
    updateAccount(db, staffId, { passwordHash });
    removeLink(db, staffId);
    removeSessionsOf(db, staffId, sessionId);
    recordStaffChange(db, by, 'staff.password', by.actor.who);
  },
  (db, { staffId = 0, password = '', repeated = '' }) =>
    newPasswordFaults({ password, repeated }, getAccount({ db }, staffId)?.email ?? ''),
);

/** Ends one of a person's own sessions. */
export const endOwnSession = change(z.object({ staffId: rowId, id: rowId }), (db, { staffId, id }, by): void => {
  if (!removeOwnSession(db, staffId, id)) throw new Refusal({ code: 'session-ended' });
  recordStaffChange(db, by, 'staff.session-end', by.actor.who);
});

/** Ends every session of a person except the one that asks for it. */
export const endOtherSessions = change(
  z.object({ staffId: rowId, sessionId: rowId }),
  (db, { staffId, sessionId }, by): void => {
    const others = removeSessionsOf(db, staffId, sessionId);
    recordStaffChange(db, by, 'staff.sessions-end', by.actor.who, { before: { others } });
  },
);

/** What is wrong with a new password, by field. */
export function newPasswordFaults(
  { password, repeated }: z.output<z.ZodObject<typeof newPassword>>,
  email: string,
): Fault[] {
  const reason = passwordFault(password, email);
  return [
    ...(reason === undefined ? [] : [faultAt('password', reason)]),
    ...(repeated === password ? [] : [faultAt('repeated', { code: 'passwords-differ' })]),
  ];
}

/**
 * Checks the password that is typed before a change to their own account, so that an unattended screen is not
 * enough.
 *
 * @param others what is wrong with the other fields of the form
 * @throws Refusal at `field`, and at the others, when it is wrong; or when the attempt must wait
 */
export async function requirePassword(
  writer: Connection,
  { staffId, client }: { readonly staffId: number; readonly client: z.output<typeof clientFields> },
  [field, typed]: readonly [field: string, typed: string],
  nowMs: number,
  others: readonly Fault[] = [],
): Promise<void> {
  const own = { kind: 'second-factor', subject: `own-password:${staffId}` } as const;
  await withHashingPlace(async (inTurn) => {
    const attempt = await beginAttempt(writer, own, client, nowMs);
    const stored = getAccount(writer, staffId)?.passwordHash;
    if (!(await inTurn(() => isPassword(typed, stored))))
      refuseFields([faultAt(field, { code: 'not-your-password' }), ...others]);
    await settleAttempt(writer, attempt);
  });
}
