'use server';

import type { z } from 'zod';
import { change } from '#app/admin/change.ts';
import { rowId } from '#app/admin/form-fields.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { changeKey, endKey, type IssuedKey, issueKey, type KeyTerms, replaceKey } from '#flows/access/key-changes.ts';
import { changeUser, createUser, deleteUser, requireApiUser } from '#flows/access/user-changes.ts';
import { refusalAt } from '#lib/refusal.ts';
import { type KeyValues, keyFields, replacementFields, type UserValues, userFields } from './forms.ts';

/** Makes a user of the broadband service; gives its number. */
export async function addUser(values: UserValues): Promise<ActionResult<number>> {
  return await change('editor', userFields, values, (db, details, by) => createUser(db, details, by));
}

/** Changes what is said about a user. */
export async function saveUser(id: number, values: UserValues): Promise<ActionResult<undefined>> {
  return await change('editor', userFields.extend({ id: rowId }), { ...values, id }, (db, fields, by) => {
    const { id: userId, ...details } = fields;
    changeUser(db, userId, details, by);
    return undefined;
  });
}

/** Removes a user and all keys of that user. */
export async function removeUser(id: number): Promise<ActionResult<undefined>> {
  return await change('editor', rowId, id, (db, userId, by) => {
    deleteUser(db, userId, by);
    return undefined;
  });
}

/** Makes a key; its text is in the answer, once, and nowhere else (N11). */
export async function addKey(userId: number, values: KeyValues): Promise<ActionResult<IssuedKey>> {
  return await change('editor', keyFields.extend({ userId: rowId }), { ...values, userId }, (db, fields, by) => {
    const { userId: ownerId, ...terms } = fields;
    requireFuture(terms, by.nowMs);
    return issueKey(db, requireApiUser(db, ownerId), terms, by);
  });
}

/** Changes what a key may do. */
export async function saveKey(id: number, values: KeyValues): Promise<ActionResult<undefined>> {
  return await change('editor', keyFields.extend({ id: rowId }), { ...values, id }, (db, fields, by) => {
    const { id: keyId, ...terms } = fields;
    changeKey(db, keyId, terms, by);
    return undefined;
  });
}

/** Ends a key at once, for ever. */
export async function revokeKey(id: number): Promise<ActionResult<undefined>> {
  return await change('editor', rowId, id, (db, keyId, by) => {
    endKey(db, keyId, by);
    return undefined;
  });
}

/** Makes a new key on the terms of an old one, which ends after a grace; the new text is in the answer, once. */
export async function swapKey(
  values: z.input<typeof replacementFields>,
): Promise<ActionResult<IssuedKey & { readonly oldEndsAt: number }>> {
  return await change('editor', replacementFields, values, (db, { id, grace, expiresAt }, by) => {
    requireFuture({ expiresAt }, by.nowMs);
    return replaceKey(db, id, { graceMs: grace, expiresAt }, by);
  });
}

function requireFuture({ expiresAt }: Pick<KeyTerms, 'expiresAt'>, nowMs: number): void {
  if (expiresAt !== null && expiresAt <= nowMs)
    throw refusalAt('expiresAt', 'This is past: the key would have expired already.');
}
