'use server';

import { cancelWork, getWork, repeatWork } from '#db/work.ts';
import { requireStandingUpload } from '#server/whole-upload.ts';
import type { ActionResult } from '../../../components/admin/action-result.ts';
import { change } from '../change.ts';
import { rowId } from '../form-fields.ts';

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
