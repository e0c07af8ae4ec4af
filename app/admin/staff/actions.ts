'use server';

import { z } from 'zod';
import { change } from '#app/admin/change.ts';
import { email, rowId } from '#app/admin/form-fields.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { changeSecondFactorPolicy } from '#db/staff/second-factors.ts';
import {
  changeRole,
  disableStaff,
  enableStaff,
  inviteStaff,
  removeSecondFactors,
  renewLink,
} from '#flows/staff/accounts.ts';
import { settings } from '#lib/env.ts';
import { oneTimeLink } from '#lib/staff/one-time-link.ts';
import { type Role, roles } from '#lib/staff/role.ts';
import { generateToken, hashToken } from '#lib/staff/secret-token.ts';

const role = z.enum(roles, 'Choose one of the roles.');
const invitation = z.object({ email, role });

/** Makes an account. @returns the one-time link, which is shown this once */
export async function invite(values: { email: string; role: string }): Promise<ActionResult<string>> {
  return change('admin', invitation, values, (db, invited, { actor, nowMs }) => {
    const token = generateToken();
    inviteStaff({ db }, { ...invited, tokenHash: hashToken(token) }, actor, nowMs);
    return oneTimeLink(settings().baseUrl, token);
  });
}

/** Makes a new one-time link for somebody; the one before dies. @returns the link, which is shown this once */
export async function makeLink(id: number): Promise<ActionResult<string>> {
  return change('admin', rowId, id, (db, person, { actor, nowMs }) => {
    const token = generateToken();
    renewLink({ db }, person, hashToken(token), actor, nowMs);
    return oneTimeLink(settings().baseUrl, token);
  });
}

/** Gives somebody another role. */
export async function giveRole(values: { id: number; role: Role }): Promise<ActionResult> {
  return change('admin', z.object({ id: rowId, role }), values, (db, given, { actor, nowMs }) =>
    changeRole({ db }, given.id, given.role, actor, nowMs),
  );
}

/** Shuts somebody out. */
export async function disable(id: number): Promise<ActionResult> {
  return change('admin', rowId, id, (db, person, { actor, nowMs }) => disableStaff({ db }, person, actor, nowMs));
}

/** Lets somebody in again. */
export async function enable(id: number): Promise<ActionResult> {
  return change('admin', rowId, id, (db, person, { actor, nowMs }) => enableStaff({ db }, person, actor, nowMs));
}

/** Takes the second factors from somebody who has lost theirs. */
export async function dropSecondFactors(id: number): Promise<ActionResult> {
  return change('admin', rowId, id, (db, person, { actor, nowMs }) =>
    removeSecondFactors({ db }, person, actor, nowMs),
  );
}

/** Requires a second factor of everybody, or no longer. */
export async function requireSecondFactor(required: boolean): Promise<ActionResult> {
  return change('admin', z.boolean(), required, (db, wanted, { actor, nowMs }) =>
    changeSecondFactorPolicy({ db }, wanted, actor, nowMs),
  );
}
