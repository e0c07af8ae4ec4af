'use server';

import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { cancelJob, repeatJob } from '#flows/jobs/jobs.ts';

export async function stopJob(id: number): Promise<ActionResult<void>> {
  return await staffChange('editor', cancelJob.input, id, cancelJob);
}

/** @returns the number of the new job */
export async function tryAgain(id: number): Promise<ActionResult<number>> {
  return await staffChange('editor', repeatJob.input, id, repeatJob);
}
