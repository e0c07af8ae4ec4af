'use server';

import { z } from 'zod';
import { startSession } from '#app/admin/session.ts';
import { signInStep } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as links from '#flows/staff/links.ts';

/** The email address of a link's person; null for the first administrator, who gives it with the password. */
export async function readInvitation(token: string): Promise<ActionResult<string | null>> {
  return await signInStep(z.string(), token, async (writer, given, { nowMs }) => {
    return links.requireLink(writer, given, nowMs).email;
  });
}

/** Sets the password, which uses the link up, and signs the person in. @returns the page to go to */
export async function acceptInvitation(values: z.input<typeof links.acceptance>): Promise<ActionResult<string>> {
  return await signInStep(links.acceptance, values, async (writer, given, { client: { address }, nowMs }) => {
    const account = await links.acceptLink(writer, given, { address, nowMs });
    return await startSession(account, account.hasSecondFactor === 1 ? undefined : 'one-time link', nowMs);
  });
}
