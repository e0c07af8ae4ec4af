'use server';

import { change } from '#app/admin/change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { addJob } from '#db/jobs/jobs.ts';
import { getUpload } from '#db/jobs/uploads.ts';
import { addAlias } from '#flows/broadband/provider-changes.ts';
import { removeUploadFile } from '#flows/files/upload-files.ts';
import { forgetUpload, requireCompleteUpload } from '#flows/jobs/uploads.ts';
import { type CoverageChoices, joinChoices, noChoices } from '#lib/broadband/import/mapping/choices.ts';
import type { ImportRequest, InspectionRequest } from '#lib/broadband/import/mapping/requests.ts';
import { settleMapping } from '#lib/broadband/import/mapping/settle-mapping.ts';
import { Refusal } from '#lib/refusal.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { type MappingFormValues, mappingFields, type ReadingValues, readingFields, uploadFields } from './forms.ts';
import { factsOf, requireInspection } from './inspection-of.ts';

/** Has an uploaded file looked at; gives the number of the work. */
export async function inspectUpload(values: { readonly uploadId: string }): Promise<ActionResult<number>> {
  return await change('editor', uploadFields, values, (db, { uploadId }, by) => {
    const { name } = requireCompleteUpload(db, { id: uploadId, staffId: by.staff.id, queue: 'coverage' });
    const parameters: InspectionRequest = {};
    return addJob(db, { kind: 'coverage inspection', title: titleOf(name), parameters, uploadId }, by);
  });
}

/** Forgets an uploaded file, whoever's it is. */
export async function removeFile(values: { readonly uploadId: string }): Promise<ActionResult<undefined>> {
  const removed = await change('editor', uploadFields, values, (db, { uploadId }, by) => {
    const upload = getUpload({ db }, uploadId);
    if (upload?.queue !== 'coverage') throw new Refusal('The uploaded file is not there any more.');
    forgetUpload.within(db, upload.id, by);
    return upload.id;
  });
  if (!removed.ok) return removed;
  await removeUploadFile(removed.value);
  return { ok: true, value: undefined };
}

/** Has a file looked at once more, read otherwise; gives the number of the work. */
export async function readAgain(values: ReadingValues): Promise<ActionResult<number>> {
  return await change('editor', readingFields, values, (db, { inspection, ...reading }, by) => {
    const { uploadId, name } = requireInspection(db, inspection);
    const { places, ...others } = reading;
    const given = Object.entries(places).filter(([, column]) => column !== undefined);
    const choices: CoverageChoices = { ...noChoices, ...others, places: Object.fromEntries(given) };
    const parameters: InspectionRequest = { choices };
    return addJob(db, { kind: 'coverage inspection', title: titleOf(name), parameters, uploadId }, by);
  });
}

/** Has a file imported by what was said of it; gives the number of the work. */
export async function importMapped(values: MappingFormValues): Promise<ActionResult<number>> {
  return await change('editor', mappingFields, values, (db, { inspection: id, ...given }, by) => {
    const { uploadId, name, choices: reading, inspection } = requireInspection(db, id);
    const found = inspection?.found;
    if (!found) throw new Refusal('This file has not been looked at to its end yet.');
    const { choices, aliases, ...asked } = settleMapping(given, factsOf(db, found, name), dayOf(by.nowMs));
    for (const { alias, providerId } of aliases) addAlias.within(db, { id: providerId, alias }, by);
    const parameters: ImportRequest = {
      ...{ mode: asked.mode, newProviders: [...asked.newProviders], inspection: id },
      ...{ delivery: asked.delivery, asOf: asked.asOf, choices: joinChoices(reading, choices) },
    };
    return addJob(db, { kind: 'coverage import', title: `Coverage from ${name}`, parameters, uploadId }, by);
  });
}

function titleOf(name: string): string {
  return `Looking at ${name}`;
}
