'use server';

import type { z } from 'zod';
import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as keys from '#flows/access/keys.ts';
import * as users from '#flows/access/users.ts';
import { changedKeyForm, issuedKeyForm, type KeyValues, replacementForm, type UserValues } from './forms.ts';

export async function addUser(values: UserValues): Promise<ActionResult<number>> {
  return await staffChange('editor', users.addUser.input, values, users.addUser);
}

export async function changeUser(id: number, values: UserValues): Promise<ActionResult<void>> {
  return await staffChange('editor', users.changeUser.input, { ...values, id }, users.changeUser);
}

export async function removeUser(id: number): Promise<ActionResult<void>> {
  return await staffChange('editor', users.removeUser.input, id, users.removeUser);
}

/** Issues a key; the result is the only place where its text appears (N11). */
export async function issueKey(userId: number, values: KeyValues): Promise<ActionResult<keys.IssuedKey>> {
  return await staffChange('editor', issuedKeyForm, { ...values, userId }, keys.issueKey);
}

export async function changeKey(id: number, values: KeyValues): Promise<ActionResult<void>> {
  return await staffChange('editor', changedKeyForm, { ...values, id }, keys.changeKey);
}

export async function revokeKey(id: number): Promise<ActionResult<void>> {
  return await staffChange('editor', keys.revokeKey.input, id, keys.revokeKey);
}

/** Replaces a key; the result is the only place where the new text appears (N11). */
export async function replaceKey(values: z.input<typeof replacementForm>): Promise<ActionResult<keys.ReplacementKey>> {
  return await staffChange('editor', replacementForm, values, keys.replaceKey);
}
