import type { Db } from '#db/client.ts';
import { getUpload, type Upload } from '#db/jobs/uploads.ts';
import type { JobQueue } from '#lib/jobs/kinds.ts';
import { Refusal } from '#lib/refusal.ts';
import { storedBytes } from './upload-files.ts';

/**
 * An upload of this member of staff that is whole, for the work that is to read it.
 *
 * @throws Refusal when there is none, or some of its bytes are still to come
 */
export function requireCompleteUpload(
  db: Db,
  { id, staffId, queue }: { readonly id: string; readonly staffId: number; readonly queue: JobQueue },
): Upload {
  const upload = getUpload({ db }, id);
  if (upload?.staffId !== staffId || upload.queue !== queue) throw new Refusal(gone);
  return requireWhole(upload);
}

/**
 * An upload that work has read already, whoever's it is, for work that reads it once more.
 *
 * @throws Refusal when it is gone
 */
export function requireStoredUpload(db: Db, id: string): Upload {
  const upload = getUpload({ db }, id);
  if (upload === undefined) throw new Refusal(gone);
  return requireWhole(upload);
}

const gone = 'The uploaded file is not there any more: upload it again.';

function requireWhole(upload: Upload): Upload {
  const standing = storedBytes(upload.id)?.bytes;
  if (standing === undefined) throw new Refusal(gone);
  if (standing < upload.bytes)
    throw new Refusal(`${upload.name} is not whole yet: ${standing} of ${upload.bytes} bytes have come.`);
  return upload;
}
