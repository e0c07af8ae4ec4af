import { z } from 'zod';
import type { Connection } from '#db/client.ts';
import { type Account, insertAccount, updateAccount } from '#db/staff/accounts.ts';
import { getLink, putLink, removeLink } from '#db/staff/links.ts';
import { removeSessionsOf } from '#db/staff/sessions.ts';
import { transact } from '#db/transaction.ts';
import { email, line } from '#lib/fields.ts';
import { type Fault, refuseFaults, required } from '#lib/refusal.ts';
import { withHashingPlace } from '#lib/staff/hashing-turns.ts';
import { linkLifetimeHours } from '#lib/staff/one-time-link.ts';
import { hashPassword } from '#lib/staff/password-hash.ts';
import { generateToken, hashToken } from '#lib/staff/secret-token.ts';
import { requireAccount } from './accounts.ts';
import { requireOtherMeans } from './openid/only.ts';
import { newPassword, newPasswordFaults } from './own-account.ts';
import { recordStaffChange } from './record.ts';

/** Makes the link of the first administrator, who gives an email address when using it. @returns its token */
export async function issueFirstLink(writer: Connection, nowMs: number): Promise<string> {
  const token = generateToken();
  await transact(writer, (db) => putLink(db, null, hashToken(token), nowMs));
  return token;
}

/** The link with this token. @throws Refusal when it is unknown, used, expired or replaced */
export function requireLink(connection: Pick<Connection, 'db'>, token: string, nowMs: number) {
  return required(getLink(connection, hashToken(token), nowMs), { code: 'link-expired', hours: linkLifetimeHours });
}

/** `email`: the address of the first administrator; everybody else's is known. */
export const acceptance = z.object({ token: line(100), email: line(254), ...newPassword });

/** Sets a password with a one-time link, which is used up; all sessions of the person end. @returns the account */
export async function acceptLink(
  writer: Connection,
  given: z.output<typeof acceptance>,
  { address, nowMs }: { readonly address: string | null; readonly nowMs: number },
): Promise<Account> {
  const link = requireLink(writer, given.token, nowMs);
  const who = link.email ?? given.email;
  requireOtherMeans(who);
  refuseFaults({ code: 'fields' }, [...emailFaults(who), ...newPasswordFaults(given, who)]);
  const passwordHash = await withHashingPlace((inTurn) => inTurn(() => hashPassword(given.password)));
  return await transact(writer, (db) => {
    // it may have been used while the password was hashed
    const { staffId } = requireLink({ db }, given.token, nowMs);
    const id = staffId ?? insertAccount(db, { email: who, role: 'admin' }, nowMs);
    updateAccount(db, id, { passwordHash });
    removeLink(db, staffId);
    removeSessionsOf(db, id);
    const after = staffId === null ? { role: 'admin' } : null;
    recordStaffChange(db, { actor: { who, address }, nowMs }, 'staff.password-by-link', who, { after });
    return requireAccount(db, id);
  });
}

function emailFaults(who: string): Fault[] {
  return email.safeParse(who).success ? [] : [{ where: { field: 'email' }, reason: { code: 'not-an-email' } }];
}
