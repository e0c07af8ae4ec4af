'use server';

import { change } from '#app/admin/change.ts';
import { rowId } from '#app/admin/form-fields.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { cancelWork, getWork, repeatWork } from '#db/jobs/jobs.ts';
import { requireStandingUpload } from '#server/uploads/whole-upload.ts';

/** Gives up a piece of work, whoever asked for it. */
export async function stopWork(id: number): Promise<ActionResult<undefined>> {
  return await change('editor', rowId, id, (db, workId, by) => {
    cancelWork(db, workId, by);
    return undefined;
  });
}

/** Asks once more for work that failed or was cancelled; gives the number of the new work. */
export async function tryAgain(id: number): Promise<ActionResult<number>> {
  return await change('editor', rowId, id, (db, workId, by) => {
    const uploadId = getWork({ db }, workId)?.uploadId ?? undefined;
    if (uploadId !== undefined) requireStandingUpload(db, uploadId);
    return repeatWork(db, workId, by);
  });
}
