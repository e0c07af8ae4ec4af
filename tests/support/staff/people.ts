import type { Authorship } from '#db/audit/record-change.ts';
import type { Connection, Connections } from '#db/client.ts';
import { getAccountByEmail } from '#db/staff/accounts.ts';
import { inviteStaff } from '#flows/staff/accounts.ts';
import type { Role } from '#lib/staff/role.ts';

/** An instant for tests of staff, and the command line as author of a change at that instant. */
export const nowMs = 1_800_000_000_000;
export const byCommandLine: Authorship = { actor: { who: 'command line', address: null }, nowMs };

/** The client of a session or an attempt. */
export const client = { address: '192.0.2.1', limitKey: '192.0.2.1', agent: 'test' };

/** Invites a person. @returns the id of the account, and the token of the link */
export async function invite(
  writer: Connection,
  email: string,
  role: Role = 'admin',
): Promise<{ readonly id: number; readonly token: string }> {
  const token = await inviteStaff(writer, { email, role }, byCommandLine);
  return { id: getAccountByEmail(writer, email)?.id ?? 0, token };
}

/** The actions in the audit log, oldest first. */
export const recordedActions = ({ reader }: Connections) =>
  reader.sqlite.prepare('SELECT action FROM audit_entry ORDER BY id').pluck().all();
