import { z } from 'zod';
import type { Authorship } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import {
  type Account,
  getAccount,
  getAccountByEmail,
  hasAdministrator,
  insertAccount,
  updateAccount,
} from '#db/staff/accounts.ts';
import { putLink, removeLink } from '#db/staff/links.ts';
import { deletePasskeysOf } from '#db/staff/passkeys.ts';
import { removeSessionsOf } from '#db/staff/sessions.ts';
import { removeTotp } from '#db/staff/totp.ts';
import { change } from '#flows/change.ts';
import { email, oneOf, rowId } from '#lib/fields.ts';
import { Refusal, refusalAt, required } from '#lib/refusal.ts';
import { roles } from '#lib/staff/role.ts';
import { generateToken, hashToken } from '#lib/staff/secret-token.ts';
import { recordStaffChange } from './record.ts';

const invitation = z.object({ email, role: oneOf(roles) });

/** Adds an account without a password. @returns the token of the one-time link with which its person sets one */
export const inviteStaff = change(invitation, (db, { email: address, role }, by): string => {
  const known = getAccountByEmail({ db }, address);
  if (known !== undefined) throw refusalAt('email', { code: 'account-exists', email: known.email });
  const id = insertAccount(db, { email: address, role }, by.nowMs);
  removeLink(db, null);
  recordStaffChange(db, by, 'staff.add', address, { after: { role } });
  return issueLink(db, id, by);
});

/**
 * Replaces a person's one-time link; a password that they have stays valid until the link is used. @returns its token
 */
export const renewLink = change(rowId, (db, id, by): string => {
  const { email: address, disabledAt } = requireAccount(db, id);
  if (disabledAt !== null) throw new Refusal({ code: 'account-disabled', email: address });
  recordStaffChange(db, by, 'staff.link', address);
  return issueLink(db, id, by);
});

/** Invites somebody, or gives an existing account this role and a new link, enabling it if necessary. @returns the token */
export const inviteOrRenew = change(invitation, (db, given, by): string => {
  const known = getAccountByEmail({ db }, given.email);
  if (known === undefined) return inviteStaff.within(db, given, by);
  if (known.disabledAt !== null) enableStaff.within(db, known.id, by);
  changeRole.within(db, { id: known.id, role: given.role }, by);
  return renewLink.within(db, known.id, by);
});

/** Gives a person another role. Refused when no administrator would be left. */
export const changeRole = change(z.object({ id: rowId, role: oneOf(roles) }), (db, { id, role }, by): void => {
  const before = requireAccount(db, id);
  if (before.role === role) return;
  updateAccount(db, id, { role });
  requireAdministrator(db);
  recordStaffChange(db, by, 'staff.role', before.email, { before: { role: before.role }, after: { role } });
});

/** Disables an account: its sessions and link end. Refused when no administrator would be left. @returns its email address */
export const disableStaff = change(rowId, (db, id, by): string => {
  const { email: address, disabledAt } = requireAccount(db, id);
  if (disabledAt !== null) throw new Refusal({ code: 'already-disabled', email: address });
  updateAccount(db, id, { disabledAt: by.nowMs });
  requireAdministrator(db);
  removeSessionsOf(db, id);
  removeLink(db, id);
  recordStaffChange(db, by, 'staff.disable', address, { before: { enabled: true }, after: { enabled: false } });
  return address;
});

/** Disables the account of an email address. @returns the address as it is stored */
export const disableStaffByEmail = change(email, (db, address, by): string => {
  const known = required(getAccountByEmail({ db }, address), { code: 'no-such-account', email: address });
  return disableStaff.within(db, known.id, by);
});

/** Enables a disabled account, with the password and second factor that it had. */
export const enableStaff = change(rowId, (db, id, by): void => {
  const { email: address, disabledAt } = requireAccount(db, id);
  if (disabledAt === null) throw new Refusal({ code: 'already-enabled', email: address });
  updateAccount(db, id, { disabledAt: null });
  recordStaffChange(db, by, 'staff.enable', address, { before: { enabled: false }, after: { enabled: true } });
});

/** Removes every second factor of a person who has lost theirs; their sessions end. */
export const removeSecondFactors = change(rowId, (db, id, by): void => {
  const { email: address } = requireAccount(db, id);
  removeTotp(db, id);
  deletePasskeysOf(db, id);
  removeSessionsOf(db, id);
  recordStaffChange(db, by, 'staff.second-factors-remove', address);
});

/** @throws Refusal when the account no longer exists */
export function requireAccount(db: Db, id: number): Account {
  return required(getAccount({ db }, id), { code: 'account-gone' });
}

function issueLink(db: Db, id: number, { nowMs }: Authorship): string {
  const token = generateToken();
  putLink(db, id, hashToken(token), nowMs);
  return token;
}

function requireAdministrator(db: Db): void {
  if (!hasAdministrator(db)) throw new Refusal({ code: 'last-administrator' });
}
