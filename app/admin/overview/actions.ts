'use server';

import type { z } from 'zod';
import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { requestBackup } from '#flows/backup/backup-state.ts';
import { acknowledgeAlarm } from '#flows/operations/alerts.ts';

/** @returns the number of the job */
export async function backUp(): Promise<ActionResult<number>> {
  return await staffChange('admin', requestBackup.input, {}, requestBackup);
}

export async function acknowledge(values: z.input<typeof acknowledgeAlarm.input>): Promise<ActionResult<void>> {
  return await staffChange('editor', acknowledgeAlarm.input, values, acknowledgeAlarm);
}
