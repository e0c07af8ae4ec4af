'use server';

import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { requireSameOrigin } from './same-origin.ts';
import { endSession } from './session.ts';

/** Ends the session of this browser. @returns the page to go to */
export async function signOut(): Promise<ActionResult<string>> {
  const foreign = await requireSameOrigin();
  if (foreign !== undefined) return foreign;
  await endSession();
  return { ok: true, value: '/admin/login' };
}
