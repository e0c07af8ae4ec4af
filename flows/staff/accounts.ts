import { z } from 'zod';
import { noteChange } from '#db/audit/last-changes.ts';
import type { Authorship } from '#db/audit/record-change.ts';
import { getProvider, requireProvider } from '#db/broadband/providers.ts';
import type { Connection, Db } from '#db/client.ts';
import { withdrawMessages } from '#db/outbox/messages.ts';
import {
  type Account,
  getAccount,
  getAccountByEmail,
  hasAdministrator,
  insertAccount,
  reviveAccount,
  updateAccount,
} from '#db/staff/accounts.ts';
import { orphanIdentitiesOf } from '#db/staff/identities.ts';
import { putLink, removeLink } from '#db/staff/links.ts';
import { getPerson } from '#db/staff/list.ts';
import { deletePasskeysOf, removeTotp } from '#db/staff/second-factors.ts';
import { removeSessionsOf } from '#db/staff/sessions.ts';
import { change } from '#flows/change.ts';
import { editRecord, requireUnchanged, seen, seenOf } from '#flows/editing.ts';
import { email, oneOf, rowId } from '#lib/fields.ts';
import { type Fault, faultAt, Refusal, refuseFields, required } from '#lib/refusal.ts';
import { type Role, roles } from '#lib/staff/role.ts';
import { generateToken, hashToken } from '#lib/staff/secrets.ts';
import { recordStaffChange } from './record.ts';

/** `provider`: the number of the provider that a person with the role Provider belongs to. */
const provider = rowId.nullable().optional();
const invitation = z.object({ email, role: oneOf(roles), provider });

/** Adds an account without a password. @returns the token of the one-time link with which its person sets one */
export const inviteStaff = change(
  invitation,
  (db, { email: address, role, provider: providerId = null }, by): string => {
    const name = nameOf(db, providerId);
    const known = getAccountByEmail({ db }, address);
    const id = known?.id ?? insertAccount(db, { email: address, role, providerId }, by.nowMs);
    if (known !== undefined) {
      // first the role: nobody else belongs to a provider
      updateAccount(db, id, { role, providerId });
      reviveAccount(db, id, role, by.nowMs);
    }
    removeLink(db, null);
    recordStaffChange(db, by, 'staff.add', address, {
      after: { role, ...(name === null ? {} : { provider: name }) },
      record: accountRecord(id),
    });
    return issueLink(db, id, by);
  },
  (db, { email: address, role, provider: providerId = null }) => [
    address === undefined ? undefined : takenAddress(db, address),
    role === undefined ? undefined : belongingFault(db, { role, provider: providerId }),
  ],
);

function takenAddress(db: Db, address: string): Fault | undefined {
  const known = getAccountByEmail({ db }, address);
  return known?.removedAt === null ? faultAt('email', { code: 'account-exists', email: known.email }) : undefined;
}

/**
 * Replaces a person's one-time link; a password that they have stays valid until the link is used. @returns its token
 */
export const renewLink = change(seenOf(rowId), (db, { record: id, seen: assumed }, by): string => {
  const { email: address, disabledAt } = requireAccount(db, id);
  if (disabledAt !== null) throw new Refusal({ code: 'account-disabled', email: address });
  requireUnchanged(db, accountRecord(id), assumed, by.actor);
  noteChange(db, accountRecord(id), ['link'], recordStaffChange(db, by, 'staff.link', address));
  return issueLink(db, id, by);
});

/** Gives a person another role, or moves them to another provider. Refused when no administrator would be left. */
export const changeRole = change(
  z.object({ id: rowId, role: oneOf(roles).optional(), provider, seen }),
  (db, { id, role, provider: given, seen: assumed }, by) => {
    const current = requireAccount(db, id);
    const store = (after: Belonging) => {
      refuseFields([belongingFault(db, after)]);
      updateAccount(db, id, { role: after.role, providerId: after.provider });
      requireAdministrator(db);
      // what the former provider's screens showed must not stay open
      if (current.role === 'provider') removeSessionsOf(db, id);
    };
    const edit = { record: accountRecord(id), action: 'staff.role', subject: current.email } as const;
    const present: Belonging = { role: current.role, provider: current.providerId };
    // whoever gets a role of staff no longer belongs to a provider
    const wanted = { role, provider: (role ?? current.role) === 'provider' ? given : null };
    const recorded = (fields: Belonging) => ({
      role: fields.role,
      ...(fields.provider === null ? {} : { provider: nameOf(db, fields.provider) }),
    });
    return editRecord(db, { ...edit, present, wanted, seen: assumed, recorded, store }, by);
  },
);

type Belonging = { readonly role: Role; readonly provider: number | null };

/** Exactly a provider's person belongs to a provider, and it is in use. @throws Refusal if there is no such provider */
function belongingFault(db: Db, { role, provider: id }: Belonging): Fault | undefined {
  if (role !== 'provider' && id !== null) return faultAt('provider', { code: 'provider-only-for-role' });
  if (role !== 'provider') return undefined;
  if (id === null) return faultAt('provider', { code: 'provider-needed-for-role' });
  const { name, retiredAt } = requireProvider(db, id);
  return retiredAt === null ? undefined : faultAt('provider', { code: 'provider-retired', name });
}

const nameOf = (db: Db, id: number | null) => (id === null ? null : (getProvider({ db }, id)?.name ?? null));

/** The name of an account of staff as an edited record. */
export function accountRecord(id: number) {
  return `staff ${id}` as const;
}

/**
 * Disables an account: its sessions and link end, and its passkeys open nothing. Refused for one’s own account, and when no
 * administrator would be left. @returns its email address
 */
export const disableStaff = change(seenOf(rowId), (db, { record: id, seen: assumed }, by): string => {
  const { email: address, disabledAt } = requireAccount(db, id);
  if (disabledAt !== null) throw new Refusal({ code: 'already-disabled', email: address });
  requireUnchanged(db, accountRecord(id), assumed, by.actor);
  updateAccount(db, id, { disabledAt: by.nowMs });
  requireAdministrator(db);
  requireSomebodyElse(by, address);
  removeSessionsOf(db, id);
  removeLink(db, id);
  withdrawMessages(db, 'staff', address);
  const states = { before: { enabled: true }, after: { enabled: false } };
  recordStaffChange(db, by, 'staff.disable', address, { ...states, record: accountRecord(id) });
  return address;
});

/** Enables a disabled account, with the password and second factor that it had. @returns its email address */
export const enableStaff = change(seenOf(rowId), (db, { record: id, seen: assumed }, by): string => {
  const { email: address, disabledAt } = requireAccount(db, id);
  if (disabledAt === null) throw new Refusal({ code: 'already-enabled', email: address });
  requireUnchanged(db, accountRecord(id), assumed, by.actor);
  updateAccount(db, id, { disabledAt: null });
  const states = { before: { enabled: false }, after: { enabled: true } };
  recordStaffChange(db, by, 'staff.enable', address, { ...states, record: accountRecord(id) });
  return address;
});

/** Removes every second factor of a person who has lost theirs; their sessions end. */
export const removeSecondFactors = change(seenOf(rowId), (db, { record: id, seen: assumed }, by): void => {
  const { email: address } = requireAccount(db, id);
  requireUnchanged(db, accountRecord(id), assumed, by.actor);
  removeTotp(db, id);
  deletePasskeysOf(db, id);
  removeSessionsOf(db, id);
  noteChange(
    db,
    accountRecord(id),
    ['secondFactors'],
    recordStaffChange(db, by, 'staff.second-factors-remove', address),
  );
});

/** @throws Refusal when no account has this email address */
export function requireAccountByEmail(connection: Pick<Connection, 'db'>, address: string): Account {
  const found = getAccountByEmail(connection, address);
  return required(found?.removedAt === null ? found : undefined, { code: 'no-such-account', email: address });
}

/** @throws Refusal when the account no longer exists */
export function requireAccount(db: Db, id: number): Account {
  const found = getAccount({ db }, id);
  return required(found?.removedAt === null ? found : undefined, { code: 'account-gone' });
}

function issueLink(db: Db, id: number, { nowMs }: Authorship): string {
  const token = generateToken();
  putLink(db, id, hashToken(token), nowMs);
  return token;
}

/** @throws Refusal when somebody ends their own access, from which only others could let them back in */
export function requireSomebodyElse({ actor }: Authorship, address: string): void {
  if (actor.who === address) throw new Refusal({ code: 'own-access' });
}

/** @throws Refusal when no administrator is left */
export function requireAdministrator(db: Db): void {
  if (!hasAdministrator(db)) throw new Refusal({ code: 'last-administrator' });
}

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
