import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { settings } from '#lib/env.ts';

/** How much of an upload is read at once. */
const readBytes = 262_144;

/** There is no room left on the disk. */
export class DiskFull extends Error {
  override name = 'DiskFull';
}

/** Where the bytes of uploads stand: beside the database, one file each, named by its id. */
export function uploadFolder(): string {
  return `${settings().databaseFile}-uploads`;
}

export function uploadFile(id: string): string {
  return join(uploadFolder(), id);
}

/** Makes the file of an upload, still empty, readable by this user alone. */
export async function createUploadFile(id: string): Promise<void> {
  await mkdir(uploadFolder(), { recursive: true, mode: 0o700 });
  const handle = await open(uploadFile(id), 'wx', 0o600);
  await handle.close();
}

/** The bytes that are free for uploads. */
export async function freeBytes(): Promise<number> {
  await mkdir(uploadFolder(), { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(uploadFolder());
  return bavail * bsize;
}

/** What stands of an upload: how many bytes, and when the last ones came (by the machine's clock); undefined without a file. */
export function storedBytes(id: string): { readonly bytes: number; readonly touchedAt: number } | undefined {
  const found = statSync(uploadFile(id), { throwIfNoEntry: false });
  return found === undefined ? undefined : { bytes: found.size, touchedAt: found.mtimeMs };
}

/**
 * Writes what comes from `offset` on, as it comes. What had come when the connection broke stays.
 *
 * Two requests may be at it at once when the first one's connection is dead and does not know it yet. Each writes at its
 * own place, so both write the same bytes of the same file there.
 *
 * @param most how many bytes the whole file has
 * @returns where the file ends now, and whether more came than it may have
 * @throws DiskFull
 */
export async function appendToUpload(
  id: string,
  offset: number,
  most: number,
  body: AsyncIterable<Uint8Array>,
): Promise<{ end: number; isTooMuch: boolean }> {
  const handle = await open(uploadFile(id), 'r+');
  let end = offset;
  try {
    for await (const chunk of untilBroken(body)) {
      if (end + chunk.length > most) return { end, isTooMuch: true };
      await writeWhole(handle, chunk, end);
      end += chunk.length;
    }
    return { end, isTooMuch: false };
  } catch (fault) {
    throw isCode(fault, 'ENOSPC') || isCode(fault, 'EDQUOT') ? new DiskFull() : fault;
  } finally {
    await handle.close();
  }
}

/** The SHA-256 of an upload, in hexadecimal. `onBytes` is told how many have been read. */
export async function digestUpload(id: string, onBytes: (done: number) => void): Promise<string> {
  const hash = createHash('sha256');
  let done = 0;
  for await (const chunk of createReadStream(uploadFile(id), { highWaterMark: readBytes })) {
    hash.update(chunk);
    done += chunk.length;
    onBytes(done);
  }
  return hash.digest('hex');
}

/** Removes the bytes of an upload, if there are any. */
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

/** A connection that breaks is no fault: what came is kept, and the sender goes on from there. */
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
