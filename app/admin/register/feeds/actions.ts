'use server';

import { change } from '#app/admin/change.ts';
import { rowId } from '#app/admin/form-fields.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { addJob } from '#db/jobs/jobs.ts';
import { requireCompleteUpload, requireStoredUpload } from '#flows/jobs/uploads.ts';
import { getUndoableRun } from '#flows/registry/undo-import.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import type { ConfirmedParameters, PreviewParameters } from '#server/jobs/register-file.ts';
import type { UndoParameters } from '#server/jobs/register-undo.ts';
import { type ConfirmationValues, confirmationFields, type FeedValues, feedFields } from './forms.ts';
import { absentNames, getPreview } from './preview-of.ts';

/** Has an uploaded register file compared with what stands; gives the number of the work. */
export async function compareFeed(values: FeedValues): Promise<ActionResult<number>> {
  return await change('editor', feedFields, values, (db, { uploadId, kind }, by) => {
    const upload = requireCompleteUpload(db, { id: uploadId, staffId: by.staff.id, queue: 'register' });
    const parameters: PreviewParameters = { kind };
    return addJob(db, { kind: 'register preview', title: `Compare ${upload.name}`, parameters, uploadId }, by);
  });
}

/** Has a file imported whose difference was looked at; gives the number of the work. */
export async function importFeed(values: ConfirmationValues): Promise<ActionResult<number>> {
  return await change('editor', confirmationFields, values, (db, { preview: id, typed }, by) => {
    const { work, found } = getPreview({ db }, id) ?? {};
    if (found === undefined) throw new Refusal('This difference is not there: upload the file again.');
    const force = found.refusal !== undefined;
    const absent = String(absentNames(found));
    if (force && typed !== absent) throw refusalAt('typed', `Type ${absent}, the number of names that the file lacks.`);
    const uploadId = work?.uploadId ?? '';
    const { name } = requireStoredUpload(db, uploadId);
    const parameters: ConfirmedParameters = { kind: found.kind, force, expectedLastRun: found.lastRun };
    return addJob(db, { kind: 'register import', title: `Import ${name}`, parameters, uploadId }, by);
  });
}

/** Has the last import taken back; gives the number of the work. */
export async function undoFeed(run: number): Promise<ActionResult<number>> {
  return await change('editor', rowId, run, (db, id, by) => {
    const undoable = getUndoableRun({ db });
    if (undoable?.id !== id) throw new Refusal('Only the last import can be taken back, and this is not the last.');
    const parameters: UndoParameters = { run: id };
    return addJob(db, { kind: 'register undo', title: `Take back ${undoable.source}`, parameters }, by);
  });
}
