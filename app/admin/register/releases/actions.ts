'use server';

import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { requestRelease } from '#flows/registry/register-jobs.ts';
import { settings } from '#lib/env.ts';
import { rowId } from '#lib/fields.ts';

/** Asks for a release job that was missed; gives the number of the job. */
export async function runMissedRelease(scheduleDate: number): Promise<ActionResult<number>> {
  const { feedMaxAgeMs } = settings();
  return await staffChange('editor', rowId, scheduleDate, (writer, given, by) =>
    requestRelease(writer, { scheduleDate: given, feedMaxAgeMs }, by),
  );
}
