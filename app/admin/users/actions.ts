'use server';

import { z } from 'zod';
import { editFormOf, formOf, limitText, timeText, wordsText } from '#app/admin/form-of.ts';
import { staffAct, staffBulk, staffChange, staffEdit } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as keys from '#flows/access/keys.ts';
import * as users from '#flows/access/users.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { keyOverlaps } from './key-words.ts';

export type UserValues = z.input<typeof users.addUser.input>;

const terms = { expiresAt: timeText, perSecond: limitText, perDay: limitText, origins: wordsText };
const issuedKeyForm = formOf(keys.issueKey.input, terms);
const changedKeyForm = editFormOf(keys.changeKey.input, terms);
export type KeyValues = Omit<z.input<typeof issuedKeyForm>, 'userId'>;

const overlapText = z.string().transform((text) => keyOverlaps.find(({ value }) => value === text)?.ms ?? Number.NaN);
const replacementForm = formOf(keys.replaceKey.input, { overlapMs: overlapText, expiresAt: timeText });

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
