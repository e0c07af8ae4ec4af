'use server';

import type { z } from 'zod';
import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as accounts from '#flows/staff/accounts.ts';
import * as factors from '#flows/staff/second-factors.ts';
import { settings } from '#lib/env.ts';
import { oneTimeLink } from '#lib/staff/one-time-link.ts';

/** Adds an account. @returns the one-time link, which is shown only once */
export async function invite(values: z.input<typeof accounts.inviteStaff.input>): Promise<ActionResult<string>> {
  return linkOf(await staffChange('admin', accounts.inviteStaff.input, values, accounts.inviteStaff));
}

/** Replaces somebody's one-time link. @returns the new one, which is shown only once */
export async function renewLink(id: number): Promise<ActionResult<string>> {
  return linkOf(await staffChange('admin', accounts.renewLink.input, id, accounts.renewLink));
}

export async function changeRole(values: z.input<typeof accounts.changeRole.input>): Promise<ActionResult> {
  return await staffChange('admin', accounts.changeRole.input, values, accounts.changeRole);
}

export async function disable(id: number): Promise<ActionResult<string>> {
  return await staffChange('admin', accounts.disableStaff.input, id, accounts.disableStaff);
}

export async function enable(id: number): Promise<ActionResult> {
  return await staffChange('admin', accounts.enableStaff.input, id, accounts.enableStaff);
}

export async function removeSecondFactors(id: number): Promise<ActionResult> {
  return await staffChange('admin', accounts.removeSecondFactors.input, id, accounts.removeSecondFactors);
}

/** Requires a second factor of everybody, or no longer. */
export async function requireSecondFactor(required: boolean): Promise<ActionResult> {
  return await staffChange('admin', factors.requireSecondFactor.input, required, factors.requireSecondFactor);
}

function linkOf(made: ActionResult<string>): ActionResult<string> {
  return made.ok ? { ok: true, value: oneTimeLink(settings().baseUrl, made.value) } : made;
}
