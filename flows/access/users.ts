import { z } from 'zod';
import {
  type ApiUser,
  deleteUser,
  getUser,
  getUserByEmail,
  insertUser,
  keysOfUser,
  type UserDetails,
  updateUser,
} from '#db/access/users.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { change } from '#flows/change.ts';
import { editRecord, requireUnchanged, seen, seenOf } from '#flows/editing.ts';
import { email, line, paragraph, rowId } from '#lib/fields.ts';
import { type Fault, faultAt, required } from '#lib/refusal.ts';

const details = z.object({ email, name: line(), organisation: line(), note: paragraph() });

/** Adds a user of the broadband API. Email addresses are unique; case does not matter. @returns the user's id */
export const addUser = change(
  details,
  (db, given, { actor, nowMs }): number => {
    const id = insertUser(db, given, nowMs);
    const record = userRecord(id);
    recordChange(db, { actor, action: 'user.add', subject: given.email, before: null, after: given, record }, nowMs);
    return id;
  },
  (db, { email: address }) => [takenEmail(db, address)],
);

/** Changes the given details of a user. */
export const changeUser = change(
  details.partial().extend({ id: rowId, seen }),
  (db, given, by) => {
    const { id, seen: assumed, ...wanted } = given;
    const current = requireUser(db, id);
    const store = (after: UserDetails) => updateUser(db, id, after);
    const edit = { record: userRecord(id), action: 'user.change', subject: current.email } as const;
    return editRecord(db, { ...edit, present: userFields(current), wanted, seen: assumed, store }, by);
  },
  (db, { id, email: address }) => [takenEmail(db, address, id)],
);

/** Removes a user with all their keys. */
export const removeUser = change(seenOf(rowId), (db, { record: id, seen: assumed }, { actor, nowMs }): void => {
  const current = requireUser(db, id);
  const record = userRecord(id);
  requireUnchanged(db, record, assumed, actor);
  const keys = keysOfUser(db, id).map((key) => `${key.prefix}… (${key.id})`);
  deleteUser(db, id, nowMs);
  const before = { ...userFields(current), keys };
  recordChange(db, { actor, action: 'user.remove', subject: current.email, before, after: null, record }, nowMs);
});

/** The name of a user as an edited record. A key that is issued, changed or revoked changes its user too. */
export function userRecord(id: number) {
  return `user ${id}` as const;
}

/** What a form shows of a user. */
export function userFields({ email: address, name, organisation, note }: ApiUser) {
  return { email: address, name, organisation, note };
}

/** @throws Refusal when the user no longer exists */
export function requireUser(db: Db, id: number): ApiUser {
  return required(getUser({ db }, id), { code: 'user-gone' });
}

/** @throws Refusal when no user has this email address; case does not matter */
export function requireUserByEmail({ db }: Pick<Connection, 'db'>, address: string): ApiUser {
  return required(getUserByEmail(db, address), { code: 'user-unknown', email: address });
}

function takenEmail(db: Db, address: string | undefined, ownId?: number): Fault | undefined {
  const existing = address === undefined ? undefined : getUserByEmail(db, address);
  if (existing === undefined || existing.id === ownId) return undefined;
  return faultAt('email', { code: 'user-email-taken', email: existing.email });
}
