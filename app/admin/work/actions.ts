'use server';

import { cancelWork } from '#db/work.ts';
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
