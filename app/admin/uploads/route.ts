import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { requiredLine } from '#app/admin/form-fields.ts';
import { guardWrite } from '#app/admin/guard.ts';
import { connections } from '#db/client.ts';
import { addUpload, getUpload, removeUpload } from '#db/jobs/uploads.ts';
import { transact } from '#db/transaction.ts';
import { settings } from '#lib/env.ts';
import { jobQueues } from '#lib/jobs/kinds.ts';
import { sizeWords } from '#lib/usage/words.ts';
import { createUploadFile, freeBytes } from '#server/uploads/upload-files.ts';
import { refuse, refusedWrite } from './answers.ts';

/** The longest announcement, in bytes; names have at most 255 characters. */
const mostBytes = 10_000;

const announcement = z.object({
  name: requiredLine(255).refine((name) => !/[/\\]/.test(name), 'A file’s name has no slashes.'),
  bytes: z.number('The size must be a number of bytes.').int().min(1, 'The file is empty.'),
  queue: z.enum(jobQueues, 'Nothing here takes such files.'),
});

/** Announces a file; its bytes follow in parts. Answers `{"id"}`. */
export async function POST(request: Request): Promise<Response> {
  const by = await guardWrite('editor');
  if (!by.ok) return refusedWrite(by);
  if (Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY) > mostBytes)
    return refuse(413, 'An announcement of a file is short.');
  const parsed = announcement.safeParse(await request.json().catch(() => undefined));
  if (!parsed.success) return refuse(400, parsed.error.issues[0]?.message ?? 'This announces no file.');
  const { name, bytes, queue } = parsed.data;
  const { maxUploadBytes } = settings();
  if (bytes > maxUploadBytes) return refuse(413, tooLarge(bytes, maxUploadBytes));
  const free = await freeBytes();
  if (bytes > free) {
    return refuse(507, `The file has ${sizeWords(bytes)}, but only ${sizeWords(free)} of the server’s disk are free.`);
  }
  const id = randomBytes(16).toString('hex');
  await transact(connections().writer, (db) =>
    addUpload(db, { id, name: name.normalize('NFC'), bytes, queue, staffId: by.staff.id }, by),
  );
  try {
    await createUploadFile(id);
  } catch (fault) {
    const upload = getUpload(connections().writer, id);
    if (upload !== undefined) await transact(connections().writer, (db) => removeUpload(db, upload, by));
    throw fault;
  }
  return Response.json(
    { id },
    { status: 201, headers: { Location: `/admin/uploads/${id}`, 'Cache-Control': 'no-store' } },
  );
}

function tooLarge(bytes: number, most: number): string {
  const exact = most.toLocaleString('en-NZ');
  return `The file has ${sizeWords(bytes)}; the most that is taken is ${sizeWords(most)} (${exact} bytes, MAX_UPLOAD_BYTES). Split it.`;
}
