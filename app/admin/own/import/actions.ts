'use server';

import { type MappingFormValues, type ReadingValues, readingForm } from '#app/admin/coverage/import/forms.ts';
import { providerOf } from '#app/admin/guard.ts';
import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import * as jobs from '#flows/broadband/import/file-jobs.ts';
import { removeUploadFile } from '#flows/files/upload-files.ts';

interface UploadValues {
  readonly uploadId: string;
}

const inspectInput = jobs.inspectUpload.input.omit({ staffId: true, own: true });
const importInput = jobs.importInspected.input.omit({ own: true });
const forgetInput = jobs.forgetCoverageFile.input.omit({ own: true });

/** Starts a job that inspects a file that this person has uploaded; gives its number. */
export async function inspectOwnUpload(values: UploadValues): Promise<ActionResult<number>> {
  return await staffChange('own provider', inspectInput, values, (writer, given, by) =>
    jobs.inspectUpload(writer, { ...given, staffId: by.staff.id, own: providerOf(by.staff) }, by),
  );
}

/** Removes a file that a person of the same provider has uploaded. */
export async function removeOwnFile(values: UploadValues): Promise<ActionResult<void>> {
  return await staffChange('own provider', forgetInput, values, async (writer, given, by) =>
    removeUploadFile(await jobs.forgetCoverageFile(writer, { ...given, own: providerOf(by.staff) }, by)),
  );
}

/** Starts a job that reads a file of the provider again, in another way; gives its number. */
export async function readOwnAgain(values: ReadingValues): Promise<ActionResult<number>> {
  return await staffChange('own provider', readingForm, values, (writer, given, by) =>
    jobs.inspectAgain(writer, { ...given, own: providerOf(by.staff) }, by),
  );
}

/** Starts a job that imports a file of the provider as a delivery; gives its number. Staff publish it. */
export async function importOwn(values: MappingFormValues): Promise<ActionResult<number>> {
  return await staffChange('own provider', importInput, values, (writer, given, by) =>
    jobs.importInspected(writer, { ...given, own: providerOf(by.staff) }, by),
  );
}
