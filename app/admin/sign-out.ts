'use server';

import { z } from 'zod';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { endSessionUrl } from '#flows/staff/openid/code-flow.ts';
import { endSession } from './session.ts';
import { signInStep } from './staff-change.ts';

/** Ends the session of this browser, and the provider’s own where there is one. @returns the page to go to */
export async function signOut(): Promise<ActionResult<string>> {
  return await signInStep(z.undefined(), undefined, async () => {
    const isOpenId = await endSession();
    return (isOpenId ? await endSessionUrl() : undefined) ?? '/admin/login';
  });
}
