import { z } from 'zod';
import {
  type ApiUser,
  deleteUser,
  getUser,
  getUserByEmail,
  insertUser,
  keysOfUser,
  updateUser,
} from '#db/access/users.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import { change } from '#flows/change.ts';
import { email, line, paragraph, rowId } from '#lib/fields.ts';
import { refusalAt, required } from '#lib/refusal.ts';

const details = z.object({ email, name: line(), organisation: line(), note: paragraph() });

/** Adds a user of the broadband API. Email addresses are unique; case does not matter. @returns the user's id */
export const addUser = change(details, (db, given, { actor, nowMs }): number => {
  requireFreeEmail(db, given.email);
  const id = insertUser(db, given, nowMs);
  recordChange(db, { actor, action: 'user.add', subject: given.email, before: null, after: given }, nowMs);
  return id;
});

/** Changes the details of a user. */
export const changeUser = change(details.extend({ id: rowId }), (db, { id, ...after }, { actor, nowMs }): void => {
  const current = requireUser(db, id);
  const before = detailsOf(current);
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  requireFreeEmail(db, after.email, id);
  updateUser(db, id, after);
  recordChange(db, { actor, action: 'user.change', subject: current.email, before, after }, nowMs);
});

/** Removes a user with all their keys. */
export const removeUser = change(rowId, (db, id, { actor, nowMs }): void => {
  const current = requireUser(db, id);
  const keys = keysOfUser(db, id).map((key) => `${key.prefix}… (${key.id})`);
  deleteUser(db, id, nowMs);
  const before = { ...detailsOf(current), keys };
  recordChange(db, { actor, action: 'user.remove', subject: current.email, before, after: null }, nowMs);
});

/** @throws Refusal when the user no longer exists */
export function requireUser(db: Db, id: number): ApiUser {
  return required(getUser({ db }, id), { code: 'user-gone' });
}

function requireFreeEmail(db: Db, address: string, ownId?: number): void {
  const existing = getUserByEmail(db, address);
  if (existing === undefined || existing.id === ownId) return;
  throw refusalAt('email', { code: 'user-email-taken', email: existing.email });
}

function detailsOf({ email: address, name, organisation, note }: ApiUser) {
  return { email: address, name, organisation, note };
}
