'use server';

import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { requestRelease } from '#flows/registry/register-jobs.ts';

/** Asks for a release job that was missed; gives the number of the job. */
export async function runMissedRelease(scheduleDate: number): Promise<ActionResult<number>> {
  return await staffChange('editor', requestRelease.input, scheduleDate, requestRelease);
}
