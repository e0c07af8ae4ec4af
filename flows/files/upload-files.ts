import { statSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { privateModes } from '#db/private-file.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';

/** The folder of the uploaded files, beside the database. Each file is named by the id of its upload. */
function uploadFolder(): string {
  return `${settings().databaseFile}-uploads`;
}

export function uploadFile(id: string): string {
  return join(uploadFolder(), id);
}

/** Creates the empty file of an upload, readable by this user alone. */
export async function createUploadFile(id: string): Promise<void> {
  await mkdir(uploadFolder(), { recursive: true, mode: privateModes.folder });
  const handle = await open(uploadFile(id), 'wx', privateModes.file);
  await handle.close();
  const folder = await open(uploadFolder(), 'r');
  await folder.sync().finally(() => folder.close());
}

/** How many bytes the disk has free for uploads. */
export async function freeBytes(): Promise<number> {
  await mkdir(uploadFolder(), { recursive: true, mode: privateModes.folder });
  const { bavail, bsize } = await statfs(uploadFolder());
  return bavail * bsize;
}

/** How many bytes of an upload are stored, and when the last ones arrived (by the machine's clock); undefined without a file. */
export function storedBytes(id: string): { readonly bytes: number; readonly touchedAt: number } | undefined {
  const found = statSync(uploadFile(id), { throwIfNoEntry: false });
  return found === undefined ? undefined : { bytes: found.size, touchedAt: found.mtimeMs };
}

/**
 * Writes bytes from `offset` on as they arrive. What had arrived when the connection broke stays.
 *
 * Two requests may write the same upload while the connection of the first is dead but not closed yet. Each writes at its
 * own offset, so both write the same bytes of the same file there.
 *
 * @param bytes the length of the whole file
 * @returns the new end of the file
 * @throws Refusal when more bytes arrive than the file has, and when the disk is full
 */
export async function appendToUpload(
  id: string,
  offset: number,
  bytes: number,
  body: AsyncIterable<Uint8Array>,
): Promise<number> {
  const handle = await open(uploadFile(id), 'r+');
  let end = offset;
  try {
    for await (const chunk of untilBroken(body)) {
      if (end + chunk.length > bytes) throw new Refusal({ code: 'upload-too-long', bytes });
      await writeWhole(handle, chunk, end);
      end += chunk.length;
    }
    // what the answer confirms survives a power cut
    await handle.datasync();
    return end;
  } catch (fault) {
    if (isCode(fault, 'ENOSPC') || isCode(fault, 'EDQUOT')) throw new Refusal({ code: 'upload-disk-full' });
    throw fault;
  } finally {
    await handle.close();
  }
}

/** Removes the file of an upload, if it exists. */
export async function removeUploadFile(id: string): Promise<void> {
  await rm(uploadFile(id), { force: true });
}

/** The ids of all uploads that have a file. */
export async function listUploadFiles(): Promise<string[]> {
  try {
    return await readdir(uploadFolder());
  } catch (fault) {
    if (isCode(fault, 'ENOENT')) return [];
    throw fault;
  }
}

async function writeWhole(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, position + written);
    written += bytesWritten;
  }
}

/** A broken connection is not an error: what arrived is kept, and the sender resumes from there. */
async function* untilBroken(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await chunks.next().catch(() => ({ done: true, value: undefined }) as const);
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    await chunks.return?.().catch(() => undefined);
  }
}

function isCode(fault: unknown, code: string): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === code;
}
