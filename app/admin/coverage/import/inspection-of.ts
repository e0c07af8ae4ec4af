import { layerNameOf } from '#db/broadband/deliveries.ts';
import { mappingFacts } from '#db/broadband/mapping-facts.ts';
import type { Connection, Db } from '#db/client.ts';
import { getJob, type Job } from '#db/jobs/jobs.ts';
import { requireStoredUpload } from '#flows/jobs/uploads.ts';
import type { FoundCoverage, Inspection } from '#lib/broadband/import/inspection.ts';
import type { CoverageChoices } from '#lib/broadband/import/mapping/choices.ts';
import type { MappingFacts } from '#lib/broadband/import/mapping/mapping-values.ts';
import { inspectionRequest } from '#lib/broadband/import/mapping/requests.ts';
import { Refusal } from '#lib/refusal.ts';

/** A look at an uploaded file; `inspection` once it has ended well. */
export interface InspectionWork {
  readonly work: Job;
  /** By which choices the file was read. */
  readonly choices: CoverageChoices;
  readonly inspection: Inspection | undefined;
}

/** The look of this number; undefined when there is none. */
export function getInspection(connection: Pick<Connection, 'db'>, id: number): InspectionWork | undefined {
  const work = getJob(connection, id);
  if (work?.kind !== 'coverage inspection') return undefined;
  const { choices } = inspectionRequest.parse(work.parameters);
  const inspection = work.outcome?.code === 'coverage-inspected' ? work.outcome.inspection : undefined;
  return { work, choices, inspection };
}

/**
 * A look whose file still stands, to go on with; whoever uploaded it.
 *
 * @throws Refusal when there is none, or its file is gone
 */
export function requireInspection(db: Db, id: number): InspectionWork & { readonly uploadId: string; name: string } {
  const found = getInspection({ db }, id);
  if (found === undefined) throw new Refusal('This file is not known any more: upload it again.');
  const uploadId = found.work.uploadId ?? '';
  const { name } = requireStoredUpload(db, uploadId);
  return { ...found, uploadId, name };
}

/** All that the mapping of a file is judged by. */
export function factsOf(db: Db, found: FoundCoverage, fileName: string): MappingFacts {
  return { columns: found.columns, ...mappingFacts(db, layerNameOf(found.layerName ?? undefined, fileName)) };
}
