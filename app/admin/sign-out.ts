'use server';

import { z } from 'zod';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { endSession } from './session.ts';
import { signInStep } from './staff-change.ts';

/** Ends the session of this browser. @returns the page to go to */
export async function signOut(): Promise<ActionResult<string>> {
  return await signInStep(z.undefined(), undefined, async () => {
    await endSession();
    return '/admin/login';
  });
}
