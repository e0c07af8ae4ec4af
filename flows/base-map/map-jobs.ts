import { z } from 'zod';
import { addJob } from '#db/jobs/jobs.ts';
import { change } from '#flows/change.ts';
import { requireCompleteUpload } from '#flows/jobs/uploads.ts';
import { rowId } from '#lib/fields.ts';

const request = z.object({ uploadId: z.string(), staffId: rowId });

/** Starts a job that imports a street map or a list of places that this member of staff has uploaded. @returns its number */
export const importMapUpload = change(request, (db, { uploadId, staffId }, by): number => {
  const { name } = requireCompleteUpload(db, { id: uploadId, staffId, queue: 'map' });
  return addJob(db, { kind: 'map import', title: `Import ${name}`, parameters: {}, uploadId }, by);
});
