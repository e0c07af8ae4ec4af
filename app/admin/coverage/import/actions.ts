'use server';

import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as jobs from '#flows/broadband/import/file-jobs.ts';
import { removeUploadFile } from '#flows/files/upload-files.ts';
import { type MappingFormValues, type ReadingValues, readingForm } from './forms.ts';

const importInput = jobs.importInspected.input.omit({ own: true });

interface UploadValues {
  readonly uploadId: string;
}

/** Starts a job that inspects an uploaded file; gives its number. */
export async function inspectUpload(values: UploadValues): Promise<ActionResult<number>> {
  const { inspectUpload: inspect } = jobs;
  return await staffChange('editor', inspect.input.omit({ staffId: true, own: true }), values, (writer, given, by) =>
    inspect(writer, { ...given, staffId: by.staff.id }, by),
  );
}

/** Removes an uploaded file, whoever uploaded it. */
export async function removeFile(values: UploadValues): Promise<ActionResult<void>> {
  const { forgetCoverageFile: forget } = jobs;
  return await staffChange('editor', forget.input.omit({ own: true }), values, async (writer, given, by) =>
    removeUploadFile(await forget(writer, given, by)),
  );
}

/** Starts a job that reads a file again, in another way; gives its number. */
export async function readAgain(values: ReadingValues): Promise<ActionResult<number>> {
  return await staffChange('editor', readingForm, values, jobs.inspectAgain);
}

/** Starts a job that imports a file according to what was said about it; gives its number. */
export async function importMapped(values: MappingFormValues): Promise<ActionResult<number>> {
  return await staffChange('editor', importInput, values, jobs.importInspected);
}
