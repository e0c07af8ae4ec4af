'use server';

import type { z } from 'zod';
import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { compareUpload, importCompared, requestUndo } from '#flows/registry/register-jobs.ts';

/** Asks for a comparison of an uploaded file with the register; gives the number of the job. */
export async function compareFeed(values: Record<'uploadId' | 'kind', string>): Promise<ActionResult<number>> {
  return await staffChange('editor', compareUpload.input.omit({ staffId: true }), values, (writer, given, by) =>
    compareUpload(writer, { ...given, staffId: by.staff.id }, by),
  );
}

/** Asks for the import of a compared file; gives the number of the job. */
export async function importFeed(values: z.input<typeof importCompared.input>): Promise<ActionResult<number>> {
  return await staffChange('editor', importCompared.input, values, importCompared);
}

/** Asks for the undo of the last import; gives the number of the job. */
export async function undoFeed(run: number): Promise<ActionResult<number>> {
  return await staffChange('editor', requestUndo.input, run, requestUndo);
}
