'use server';

import type { z } from 'zod';
import { staffAct, staffChange, staffEdit } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as accounts from '#flows/staff/accounts.ts';
import * as factors from '#flows/staff/second-factors.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { settings } from '#lib/env.ts';
import { oneTimeLink } from '#lib/staff/one-time-link.ts';
import type { Role } from '#lib/staff/role.ts';

/** Adds an account. @returns the one-time link, which is shown only once */
export async function invite(values: z.input<typeof accounts.inviteStaff.input>): Promise<ActionResult<string>> {
  return linkOf(await staffChange('admin', accounts.inviteStaff.input, values, accounts.inviteStaff));
}

/** Replaces somebody's one-time link. @returns the new one, which is shown only once */
export async function renewLink(id: number, revision: number): Promise<ActionResult<string>> {
  return linkOf(await staffAct('admin', accounts.renewLink, id, revision));
}

export async function changeRole(id: number, changed: { role?: Role }, opened: Opened) {
  return await staffEdit('admin', accounts.changeRole.input, { ...changed, id }, opened, accounts.changeRole);
}

export async function disable(id: number, revision: number): Promise<ActionResult<string>> {
  return await staffAct('admin', accounts.disableStaff, id, revision);
}

export async function enable(id: number, revision: number): Promise<ActionResult<string>> {
  return await staffAct('admin', accounts.enableStaff, id, revision);
}

export async function removeSecondFactors(id: number, revision: number): Promise<ActionResult> {
  return await staffAct('admin', accounts.removeSecondFactors, id, revision);
}

/** Requires a second factor of everybody, or no longer. */
export async function requireSecondFactor(required: boolean, revision: number): Promise<ActionResult> {
  return await staffAct('admin', factors.requireSecondFactor, required, revision);
}

function linkOf(made: ActionResult<string>): ActionResult<string> {
  return made.ok ? { ok: true, value: oneTimeLink(settings().baseUrl, made.value) } : made;
}
