'use server';

import type { z } from 'zod';
import { staffAct, staffBulk, staffChange, staffEdit } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as keys from '#flows/access/keys.ts';
import * as users from '#flows/access/users.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { changedKeyForm, issuedKeyForm, type KeyValues, replacementForm, type UserValues } from './forms.ts';

export async function addUser(values: UserValues): Promise<ActionResult<number>> {
  return await staffChange('editor', users.addUser.input, values, users.addUser);
}

export async function changeUser(id: number, changed: Partial<UserValues>, opened: Opened) {
  return await staffEdit('editor', users.changeUser.input, { ...changed, id }, opened, users.changeUser);
}

export async function removeUser(id: number, revision: number): Promise<ActionResult<void>> {
  return await staffAct('editor', users.removeUser, id, revision);
}

/** Issues a key; the result is the only place where its text appears (N11). */
export async function issueKey(userId: number, values: KeyValues): Promise<ActionResult<keys.IssuedKey>> {
  return await staffChange('editor', issuedKeyForm, { ...values, userId }, keys.issueKey);
}

export async function changeKey(id: number, changed: Partial<KeyValues>, opened: Opened) {
  return await staffEdit('editor', changedKeyForm, { ...changed, id }, opened, keys.changeKey);
}

export async function revokeKey(id: number, revision: number): Promise<ActionResult<void>> {
  return await staffAct('editor', keys.revokeKey, id, revision);
}

/** Replaces a key; the result is the only place where the new text appears (N11). */
export async function replaceKey(
  values: z.input<typeof replacementForm>,
  revision: number,
): Promise<ActionResult<keys.ReplacementKey>> {
  return await staffEdit('editor', replacementForm, values, { revision }, keys.replaceKey);
}

export async function removeUsers(ids: readonly number[], revision: number) {
  return await staffBulk('editor', users.removeUser, ids, revision);
}

export async function revokeKeys(ids: readonly number[], revision: number) {
  return await staffBulk('editor', keys.revokeKey, ids, revision);
}
