import { withdrawMessages } from '#db/outbox/messages.ts';
import { updateAccount } from '#db/staff/accounts.ts';
import { orphanIdentitiesOf } from '#db/staff/identities.ts';
import { removeLink } from '#db/staff/links.ts';
import { getPerson } from '#db/staff/list.ts';
import { deletePasskeysOf } from '#db/staff/passkeys.ts';
import { removeSessionsOf } from '#db/staff/sessions.ts';
import { removeTotp } from '#db/staff/totp.ts';
import { change } from '#flows/change.ts';
import { requireUnchanged, seenOf } from '#flows/editing.ts';
import { rowId } from '#lib/fields.ts';
import { accountRecord, requireAccount, requireAdministrator, requireSomebodyElse } from './accounts.ts';
import { recordStaffChange } from './record.ts';

/**
 * Removes an account for good, with everything that lets its person in; each ends with their next request. What they
 * started goes on and keeps their name. For somebody who has not accepted yet, it withdraws the invitation. Refused for
 * one’s own account, and when no administrator would be left. @returns its email address
 */
export const removeStaff = change(seenOf(rowId), (db, { record: id, seen: assumed }, by): string => {
  const { email, role, disabledAt } = requireAccount(db, id);
  requireUnchanged(db, accountRecord(id), assumed, by.actor);
  const hadAccepted = getPerson({ db }, id)?.hasAccepted === 1;
  updateAccount(db, id, { passwordHash: null, disabledAt: disabledAt ?? by.nowMs, removedAt: by.nowMs });
  requireAdministrator(db);
  requireSomebodyElse(by, email);
  const sessions = removeSessionsOf(db, id);
  deletePasskeysOf(db, id);
  removeTotp(db, id);
  removeLink(db, id);
  orphanIdentitiesOf(db, id);
  withdrawMessages(db, 'staff', email);
  const before = { role, enabled: disabledAt === null, sessions };
  const action = hadAccepted ? 'staff.remove' : 'staff.withdraw';
  recordStaffChange(db, by, action, email, { before, record: accountRecord(id) });
  return email;
});
