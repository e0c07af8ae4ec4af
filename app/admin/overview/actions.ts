'use server';

import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { requestBackup } from '#flows/backup/request-backup.ts';

/** @returns the number of the job */
export async function backUp(): Promise<ActionResult<number>> {
  return await staffChange('admin', requestBackup.input, {}, requestBackup);
}
