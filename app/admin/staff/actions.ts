'use server';

import type { z } from 'zod';
import { staffAct, staffBulk, staffChange, staffEdit } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as accounts from '#flows/staff/accounts.ts';
import { removeStaff } from '#flows/staff/accounts.ts';
import * as links from '#flows/staff/links.ts';
import * as factors from '#flows/staff/second-factors.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { settings } from '#lib/env.ts';
import { oneTimeLink } from '#lib/staff/one-time-link.ts';
import type { Role } from '#lib/staff/role.ts';

/** A one-time link, which is shown only once; null if it was mailed. */
type LinkResult = ActionResult<string | null>;

/** Adds an account, and mails the link where mail can be sent. */
export async function invite(values: z.input<typeof accounts.inviteStaff.input>): Promise<LinkResult> {
  if (!links.areLinksMailed())
    return linkOf(await staffChange('admin', accounts.inviteStaff.input, values, accounts.inviteStaff));
  return mailed(await staffChange('admin', links.inviteByMail.input, values, links.inviteByMail));
}

/** Replaces a person's one-time link, and mails the new one. */
export async function mailLink(id: number, revision: number): Promise<LinkResult> {
  const { input } = links.renewByMail;
  return mailed(await staffEdit('admin', input, { record: id }, { revision }, links.renewByMail));
}

/** Replaces a person's one-time link, to be passed on. */
export async function renewLink(id: number, revision: number): Promise<LinkResult> {
  return linkOf(await staffAct('admin', accounts.renewLink, id, revision));
}

export async function changeRole(id: number, changed: { role?: Role; provider?: number | null }, opened: Opened) {
  return await staffEdit('admin', accounts.changeRole.input, { ...changed, id }, opened, accounts.changeRole);
}

export async function disable(id: number, revision: number): Promise<ActionResult<string>> {
  return await staffAct('admin', accounts.disableStaff, id, revision);
}

export async function enable(id: number, revision: number): Promise<ActionResult<string>> {
  return await staffAct('admin', accounts.enableStaff, id, revision);
}

/** Removes an account for good, or withdraws an invitation. */
export async function remove(id: number, revision: number): Promise<ActionResult<string>> {
  return await staffAct('admin', removeStaff, id, revision);
}

export async function disableAccounts(ids: readonly number[], revision: number) {
  return await staffBulk('admin', accounts.disableStaff, ids, revision);
}

export async function enableAccounts(ids: readonly number[], revision: number) {
  return await staffBulk('admin', accounts.enableStaff, ids, revision);
}

export async function removeAccounts(ids: readonly number[], revision: number) {
  return await staffBulk('admin', removeStaff, ids, revision);
}

export async function removeSecondFactors(id: number, revision: number): Promise<ActionResult> {
  return await staffAct('admin', accounts.removeSecondFactors, id, revision);
}

/** Requires a second factor of everybody, or no longer. */
export async function requireSecondFactor(required: boolean, revision: number): Promise<ActionResult> {
  return await staffAct('admin', factors.requireSecondFactor, required, revision);
}

function mailed(made: ActionResult<string>): LinkResult {
  return made.ok ? { ok: true, value: null } : made;
}

function linkOf(made: ActionResult<string>): LinkResult {
  return made.ok ? { ok: true, value: oneTimeLink(settings().baseUrl, made.value) } : made;
}
