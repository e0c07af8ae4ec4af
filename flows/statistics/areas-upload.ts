import { z } from 'zod';
import { addJob } from '#db/jobs/jobs.ts';
import { change } from '#flows/change.ts';
import { requireCompleteUpload } from '#flows/jobs/uploads.ts';
import { line, requiredLine, rowId } from '#lib/fields.ts';

/** What staff say of the areas that they upload. */
export const areasOfUpload = z.object({
  column: requiredLine(),
  name: requiredLine(100),
  attribution: line(),
  /** Which of several layers of the file is read; empty where it has one. */
  layer: line().default(''),
});

/** Starts a job that imports areas which this member of staff has uploaded. @returns its number */
export const importAreasUpload = change(
  areasOfUpload.extend({ uploadId: z.string(), staffId: rowId }),
  (db, { uploadId, staffId, ...parameters }, by): number => {
    requireCompleteUpload(db, { id: uploadId, staffId, queue: 'areas' });
    const title = `Import areas: ${parameters.name}`;
    return addJob(db, { kind: 'areas import', title, parameters, uploadId }, by);
  },
);
