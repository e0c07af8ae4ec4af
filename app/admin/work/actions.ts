'use server';

import { change } from '#app/admin/change.ts';
import { rowId } from '#app/admin/form-fields.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { cancelJob, getJob, repeatJob } from '#db/jobs/jobs.ts';
import { requireStoredUpload } from '#server/uploads/whole-upload.ts';

/** Gives up a piece of work, whoever asked for it. */
export async function stopJob(id: number): Promise<ActionResult<undefined>> {
  return await change('editor', rowId, id, (db, jobId, by) => {
    cancelJob(db, jobId, by);
    return undefined;
  });
}

/** Asks once more for work that failed or was cancelled; gives the number of the new work. */
export async function tryAgain(id: number): Promise<ActionResult<number>> {
  return await change('editor', rowId, id, (db, jobId, by) => {
    const uploadId = getJob({ db }, jobId)?.uploadId ?? undefined;
    if (uploadId !== undefined) requireStoredUpload(db, uploadId);
    return repeatJob(db, jobId, by);
  });
}
