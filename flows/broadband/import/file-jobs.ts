import { z } from 'zod';
import type { Authorship } from '#db/audit/record-change.ts';
import { mappingFacts } from '#db/broadband/mapping-facts.ts';
import { deliverableTechnologies } from '#db/broadband/own/settings.ts';
import { requireProvider } from '#db/broadband/providers.ts';
import { layerNameOf } from '#db/broadband/remembered-choices.ts';
import type { Connection, Db } from '#db/client.ts';
import { addJob, getJob, type Job } from '#db/jobs/jobs.ts';
import { getUpload, type Upload } from '#db/jobs/uploads.ts';
import { listAccountsOf } from '#db/staff/accounts.ts';
import { addAlias } from '#flows/broadband/provider-changes.ts';
import { change } from '#flows/change.ts';
import { forgetUpload, requireCompleteUpload, requireStoredUpload } from '#flows/jobs/uploads.ts';
import type { FoundCoverage, Inspection } from '#lib/broadband/import/inspection.ts';
import { importModes } from '#lib/broadband/import/layer-plan.ts';
import { ownChoices, ownFacts, ownMapping } from '#lib/broadband/import/mapping/begin-mapping.ts';
import {
  type CoverageChoices,
  coverageChoices,
  type ImportRequest,
  type InspectionRequest,
  inspectionRequest,
  joinChoices,
  noChoices,
} from '#lib/broadband/import/mapping/choices.ts';
import type { MappingFacts } from '#lib/broadband/import/mapping/mapping-values.ts';
import { settleMapping } from '#lib/broadband/import/mapping/settle-mapping.ts';
import { type FieldName, fieldNames } from '#lib/broadband/import/offers/offer-fields.ts';
import { oneOf, rowId } from '#lib/fields.ts';
import { type Reason, Refusal, required } from '#lib/refusal.ts';
import { dayOf } from '#lib/time/auckland.ts';

const because = (reason: Reason) => ({ params: { reason } });
const upload = z.object({
  uploadId: z.string().refine((id) => /^[0-9a-f]{32}$/.test(id), because({ code: 'file-needed' })),
});
/**
 * The provider whose person does it, who may deliver and see nothing else; undefined for staff. It comes from the session,
 * never from a form.
 */
const ofProvider = { own: rowId.optional() };
// any text: `settleMapping` says what is wrong with it, with the faults of the other fields
const text = z.string();
const textOfEachField = z.object(
  Object.fromEntries(fieldNames.map((field) => [field, text])) as Record<FieldName, typeof text>,
);
const meanings = z.record(text, text);

const mapping = z.object({
  inspection: rowId,
  columns: textOfEachField,
  constants: textOfEachField,
  meanings: z.object({ technology: meanings, availability: meanings, wholesale_network: meanings }),
  providers: z.record(text, text),
  isConfirmed: z.boolean(),
  mode: oneOf([...importModes, '']),
  delivery: text,
  asOf: text,
  ...ofProvider,
});

/** Starts a job that inspects a file that this person has uploaded. @returns its number */
export const inspectUpload = change(
  upload.extend({ staffId: rowId, ...ofProvider }),
  (db, { uploadId: id, staffId, own }, by): number =>
    addInspection(db, requireCompleteUpload(db, { id, staffId, queue: 'coverage' }), noChoices, own, by),
);

/** Starts a job that reads an inspected file again, in another way. @returns its number */
export const inspectAgain = change(
  z.object({ inspection: rowId, choices: coverageChoices, ...ofProvider }),
  (db, { inspection, choices, own }, by): number =>
    addInspection(db, requireInspection(db, inspection, own).upload, choices, own, by),
);

/** Starts a job that imports an inspected file, according to what a person said about it. @returns its number */
export const importInspected = change(mapping, (db, { inspection: id, own, ...given }, by): number => {
  const { upload: file, choices: reading, inspection } = requireInspection(db, id, own);
  if (!inspection?.found) throw new Refusal({ code: 'inspection-unfinished' });
  const values = own === undefined ? given : ownMapping(given, requireProvider(db, own).name);
  const settled = settleMapping(values, factsOf(db, inspection.found, file.name, own), dayOf(by.nowMs));
  for (const { alias, providerId } of settled.aliases) addAlias.within(db, { id: providerId, alias }, by);
  const { mode, newProviders, delivery, asOf } = settled;
  const { sha256 } = inspection;
  const choices = joinChoices(reading, settled.choices);
  const parameters: ImportRequest = {
    mode,
    newProviders: [...newProviders],
    inspection: id,
    sha256,
    delivery,
    asOf,
    choices,
    own,
  };
  const title = `Coverage from ${file.name}`;
  return addJob(db, { kind: 'coverage import', title, parameters, uploadId: file.id, providerId: own }, by);
});

/** Forgets a coverage file that anybody uploaded; its bytes are removed afterwards. @returns its id */
export const forgetCoverageFile = change(upload.extend(ofProvider), (db, { uploadId, own }, by): string => {
  const file = getUpload({ db }, uploadId);
  if (file?.queue !== 'coverage') throw new Refusal({ code: 'upload-gone' });
  const isOwn = own === undefined || listAccountsOf(db, own).includes(file.staffId);
  if (!isOwn) throw new Refusal({ code: 'upload-gone' });
  forgetUpload.within(db, uploadId, by);
  return uploadId;
});

/** An inspection job; `inspection` is what it found, once it is done. */
export interface InspectionJob {
  readonly job: Job;
  /** The choices with which the file was read. */
  readonly choices: CoverageChoices;
  readonly inspection: Inspection | undefined;
}

/** @param own the provider whose people alone may see it; any inspection for staff */
export function getInspection(connection: Pick<Connection, 'db'>, id: number, own?: number): InspectionJob | undefined {
  const job = getJob(connection, id);
  if (job?.kind !== 'coverage inspection' || (own !== undefined && job.providerId !== own)) return undefined;
  const { choices } = inspectionRequest.parse(job.parameters);
  const inspection = job.outcome?.code === 'coverage-inspected' ? job.outcome.inspection : undefined;
  return { job, choices, inspection };
}

/** What the meaning of a file is checked against: for a provider's people, only what is theirs. */
export function factsOf(db: Db, found: FoundCoverage, fileName: string, own?: number): MappingFacts {
  const facts = { columns: found.columns, ...mappingFacts(db, layerNameOf(found.layerName ?? undefined, fileName)) };
  return own === undefined ? facts : ownFacts(facts, requireProvider(db, own).name, deliverableTechnologies(db, own));
}

function addInspection(
  db: Db,
  { id, name }: Upload,
  given: CoverageChoices,
  own: number | undefined,
  by: Authorship,
): number {
  // what is remembered of other providers' files is not proposed
  const choices = own === undefined ? given : ownChoices(given, requireProvider(db, own).name);
  const parameters: InspectionRequest = { choices };
  const title = `Read ${name}`;
  return addJob(db, { kind: 'coverage inspection', title, parameters, uploadId: id, providerId: own }, by);
}

function requireInspection(db: Db, id: number, own?: number): InspectionJob & { readonly upload: Upload } {
  const found = required(getInspection({ db }, id, own), { code: 'inspection-gone' });
  return { ...found, upload: requireStoredUpload(db, found.job.uploadId ?? '') };
}
