'use server';

import { addWork } from '#db/work.ts';
import { requireWholeUpload } from '#server/whole-upload.ts';
import type { CoverageImportParameters } from '#server/work/coverage-import.ts';
import type { ActionResult } from '../../../../components/admin/action-result.ts';
import { change } from '../../change.ts';
import { type CoverageImportValues, coverageImportFields } from './forms.ts';

/** Has an uploaded file imported; gives the number of the work. */
export async function startCoverageImport(values: CoverageImportValues): Promise<ActionResult<number>> {
  return await change('editor', coverageImportFields, values, (db, { uploadId, ...given }, by) => {
    const parameters: CoverageImportParameters = given;
    const upload = requireWholeUpload(db, { id: uploadId, staffId: by.staff.id, queue: 'coverage' });
    return addWork(db, { kind: 'coverage import', title: `Coverage from ${upload.name}`, parameters, uploadId }, by);
  });
}
