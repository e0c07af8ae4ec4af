'use server';

import { cookies } from 'next/headers';
import { z } from 'zod';
import { ownChange, signInStep } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { beginOpenId } from '#flows/staff/openid/code-flow.ts';
import { settings } from '#lib/env.ts';
import type { Refusal } from '#lib/refusal.ts';
import { pendingCookie } from '#lib/staff/openid/pending.ts';
import { logRefusal } from './refusal.ts';

/** Begins a sign-in with OpenID Connect. @returns the page of the provider */
export async function beginOpenIdSignIn(): Promise<ActionResult<string>> {
  return await signInStep(z.undefined(), undefined, (_writer, _none, { nowMs }) => begin(null, nowMs));
}

/** Begins to connect the own account to somebody at the provider. @returns the page of the provider */
export async function beginOpenIdConnection(): Promise<ActionResult<string>> {
  return await ownChange({}, (_writer, { staffId }, { nowMs }) => begin(staffId, nowMs), { mayEnrol: true });
}

async function begin(connects: number | null, nowMs: number): Promise<string> {
  const { url, sealed } = await beginOpenId(connects, nowMs).catch((fault: unknown) => {
    if (fault instanceof Error && fault.name === 'Refusal') logRefusal(fault as Refusal);
    throw fault;
  });
  const { name, options } = pendingCookie(settings().baseUrl);
  (await cookies()).set(name, sealed, options);
  return url;
}
