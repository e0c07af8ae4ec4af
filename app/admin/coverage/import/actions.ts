'use server';

import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import type { Connection } from '#db/client.ts';
import * as jobs from '#flows/broadband/import/file-jobs.ts';
import { removeUploadFile } from '#server/uploads/upload-files.ts';
import { requireCompleteUpload, requireStoredUpload } from '#server/uploads/whole-upload.ts';
import { type MappingFormValues, type ReadingValues, readingForm } from './forms.ts';

interface UploadValues {
  readonly uploadId: string;
}

/** Starts a job that inspects an uploaded file; gives its number. */
export async function inspectUpload(values: UploadValues): Promise<ActionResult<number>> {
  const { inspectUpload: inspect } = jobs;
  return await staffChange('editor', inspect.input, values, (writer, given, by) => {
    requireCompleteUpload(writer.db, { id: given.uploadId, staffId: by.staff.id, queue: 'coverage' });
    return inspect(writer, given, by);
  });
}

/** Removes an uploaded file, whoever uploaded it. */
export async function removeFile(values: UploadValues): Promise<ActionResult<void>> {
  const { forgetCoverageFile: forget } = jobs;
  return await staffChange('editor', forget.input, values, async (writer, given, by) =>
    removeUploadFile(await forget(writer, given, by)),
  );
}

/** Starts a job that reads a file again, in another way; gives its number. */
export async function readAgain(values: ReadingValues): Promise<ActionResult<number>> {
  return await staffChange('editor', readingForm, values, (writer, given, by) => {
    requireFile(writer, given.inspection);
    return jobs.inspectAgain(writer, given, by);
  });
}

/** Starts a job that imports a file according to what was said about it; gives its number. */
export async function importMapped(values: MappingFormValues): Promise<ActionResult<number>> {
  return await staffChange('editor', jobs.importInspected.input, values, (writer, given, by) => {
    requireFile(writer, given.inspection);
    return jobs.importInspected(writer, given, by);
  });
}

/** @throws Refusal if the bytes of an inspected file no longer exist */
function requireFile(writer: Connection, inspection: number): void {
  const uploadId = jobs.getInspection(writer, inspection)?.job.uploadId ?? '';
  requireStoredUpload(writer.db, uploadId);
}
