import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Authorship, recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import {
  deleteUpload,
  getUpload,
  insertUpload,
  isElsewhere,
  isUploadNeeded,
  listUploadsOf,
  type Upload,
} from '#db/jobs/uploads.ts';
import { change, preparedChange } from '#flows/change.ts';
import {
  appendToUpload,
  createUploadFile,
  freeBytes,
  removeUploadFile,
  storedBytes,
} from '#flows/files/upload-files.ts';
import { oneOf, requiredLine, rowId } from '#lib/fields.ts';
import { type JobQueue, jobQueues } from '#lib/jobs/kinds.ts';
import { type Reason, Refusal, required } from '#lib/refusal.ts';

/** How many incomplete uploads a person may have. */
export const mostOpenUploads = 5;
/** How many bytes a person may have announced or stored, together. */
export const mostBytesAPerson = 4 * 2 ** 30;

const because = (reason: Reason) => ({ params: { reason } });

const announcement = z.object({
  name: requiredLine(255).refine((name) => !/[/\\]/.test(name), because({ code: 'upload-name-has-slash' })),
  bytes: z.custom<number>(
    (given) => Number.isSafeInteger(given) && Number(given) >= 0,
    because({ code: 'upload-size-invalid' }),
  ),
  queue: oneOf(jobQueues),
  staffId: rowId,
  /** The largest file that is allowed. */
  mostBytes: z.number(),
});

/** A file that is about to be uploaded, who uploads it, and the queue of its jobs. */
export type Announcement = z.input<typeof announcement>;

/** Adds the row of a file that is about to be uploaded, if the disk and its sender have room for it. @returns the id of the upload */
const announceUpload = preparedChange(announcement, requireRoom, (db, file, { actor, nowMs }): string => {
  const { bytes, queue } = file;
  // in the transaction, so that announcements at the same time are counted one after the other
  requireOwnRoom(db, file);
  const row = { ...file, id: randomBytes(16).toString('hex'), name: file.name.normalize('NFC'), createdAt: nowMs };
  insertUpload(db, row);
  const after = { bytes, for: queue };
  recordChange(db, { actor, action: 'upload.add', subject: row.name, before: null, after }, nowMs);
  return row.id;
});

/** Removes the row of an upload that no unfinished job reads. */
export const forgetUpload = change(z.string(), (db, id, { actor, nowMs }): void => {
  const { name, bytes, queue } = requireUpload(db, id);
  if (isUploadNeeded({ db }, id)) throw new Refusal({ code: 'upload-in-use' });
  deleteUpload(db, id);
  const before = { bytes, for: queue };
  recordChange(db, { actor, action: 'upload.remove', subject: name, before, after: null }, nowMs);
});

/**
 * Starts an upload: its row, and an empty file.
 *
 * @returns the id of the upload
 * @throws Refusal also when the disk has too little room
 */
export async function startUpload(writer: Connection, given: Announcement, by: Authorship): Promise<string> {
  const id = await announceUpload(writer, given, by);
  try {
    await createUploadFile(id);
  } catch (fault) {
    await forgetUpload(writer, id, by);
    throw fault;
  }
  return id;
}

/**
 * Stores bytes that belong at `offset`, the present end of the file. If the disk is full the upload is removed.
 *
 * @returns the new end of the file
 * @throws Refusal when more bytes arrive than were announced, and when the disk is full
 */
export async function receiveBytes(
  writer: Connection,
  { id, bytes }: Upload,
  offset: number,
  body: AsyncIterable<Uint8Array>,
  by: Authorship,
): Promise<number> {
  try {
    return await appendToUpload(id, offset, bytes, body);
  } catch (fault) {
    if (!(fault instanceof Refusal && fault.reason.code === 'upload-disk-full')) throw fault;
    // the file first: without its bytes there is room to remove the row
    await removeUploadFile(id);
    await forgetUpload(writer, id, by);
    throw fault;
  }
}

/** Removes an upload that no unfinished job reads, and its file. */
export async function discardUpload(writer: Connection, id: string, by: Authorship): Promise<void> {
  await forgetUpload(writer, id, by);
  await removeUploadFile(id);
}

/**
 * A complete upload of this member of staff, for a job of this queue.
 *
 * @throws Refusal when it does not exist or is incomplete
 */
export function requireCompleteUpload(
  db: Db,
  { id, staffId, queue }: { readonly id: string; readonly staffId: number; readonly queue: JobQueue },
): Upload {
  const upload = requireUpload(db, id);
  if (upload.staffId !== staffId || upload.queue !== queue) throw new Refusal({ code: 'upload-gone' });
  return requireAllBytes(upload);
}

/**
 * A complete upload of any member of staff that a job has read already, for a job that reads it again.
 *
 * @throws Refusal when it no longer exists
 */
export function requireStoredUpload(db: Db, id: string): Upload {
  return requireAllBytes(requireUpload(db, id));
}

async function requireRoom(_: Connection, { mostBytes, ...file }: z.output<typeof announcement>) {
  const { name, bytes } = file;
  if (bytes === 0) throw new Refusal({ code: 'upload-empty', file: name });
  if (bytes > mostBytes) throw new Refusal({ code: 'upload-too-large', bytes, most: mostBytes });
  const free = await freeBytes();
  if (bytes > free) throw new Refusal({ code: 'disk-too-small', bytes, free });
  return file;
}

function requireOwnRoom(db: Db, { staffId, bytes }: Pick<Upload, 'staffId' | 'bytes'>): void {
  const own = listUploadsOf({ db }, staffId);
  const open = own.filter((upload) => (storedBytes(upload.id)?.bytes ?? 0) < upload.bytes).length;
  if (open >= mostOpenUploads) throw new Refusal({ code: 'too-many-uploads', open, most: mostOpenUploads });
  const used = own.reduce((sum, upload) => sum + upload.bytes, 0);
  if (used + bytes <= mostBytesAPerson) return;
  throw new Refusal({ code: 'uploads-too-large', bytes, used, most: mostBytesAPerson });
}

/** @throws Refusal also when the file is on another node of the cluster */
function requireUpload(db: Db, id: string): Upload {
  const upload = required(getUpload({ db }, id), { code: 'upload-gone' });
  if (isElsewhere(upload)) throw new Refusal({ code: 'upload-elsewhere', node: upload.node ?? '' });
  return upload;
}

function requireAllBytes(upload: Upload): Upload {
  const { name: file, bytes } = upload;
  const received = required(storedBytes(upload.id)?.bytes, { code: 'upload-gone' });
  if (received < bytes) throw new Refusal({ code: 'upload-incomplete', file, received, bytes });
  return upload;
}
