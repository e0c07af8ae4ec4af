import { createHash } from 'node:crypto';
import type { CoverageSource } from '#lib/broadband/import/source.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';

/** A file whose SHA-256 is computed from the bytes that its readers read anyway. */
export interface HashedFile extends SourceFile {
  /**
   * The SHA-256 of what was read since the last call, in hexadecimal; bytes after that are read now.
   *
   * @param onRead gets how many bytes have been hashed so far
   */
  digest(onRead?: (bytes: number) => void): Promise<string>;
}

/** SHA-256 needs the bytes in order: those that continue what is hashed are added, others are only passed on. */
export function hashedFile(file: SourceFile): HashedFile {
  let hash = createHash('sha256');
  let hashed = 0;
  async function* read(start = 0, end?: number): AsyncGenerator<Uint8Array> {
    let at = start;
    for await (const chunk of file.read(start, end)) {
      if (at <= hashed && at + chunk.length > hashed) {
        hash.update(chunk.subarray(hashed - at));
        hashed = at + chunk.length;
      }
      at += chunk.length;
      yield chunk;
    }
  }
  async function digest(onRead?: (bytes: number) => void): Promise<string> {
    for await (const _ of read(hashed)) onRead?.(hashed);
    const result = hash.digest('hex');
    hash = createHash('sha256');
    hashed = 0;
    return result;
  }
  return { ...file, read, digest };
}

/**
 * Prepares the digests of the readings of a file, by which an import notices that the file changed in between. A text
 * (GeoJSON, KML or CSV, plain or in gzip) is read from its first byte to its last, so each reading is hashed on the way.
 * A zip archive is read at many places, and a GeoPackage by SQLite itself: they are hashed before the first reading and
 * after the last, which takes two more readings, or one if it is known what the first would find.
 *
 * @param onRead gets how many bytes have been hashed, if that takes a reading
 * @param known the SHA-256 that an inspection of the file found
 * @returns gives the SHA-256 of the file in hexadecimal; to be called once after each reading
 */
export async function digestReadings(
  file: HashedFile,
  { isSequential }: CoverageSource,
  onRead: (bytes: number) => void,
  known?: string,
): Promise<() => Promise<string>> {
  if (isSequential) return () => file.digest();
  const before = [known ?? (await file.digest(onRead))];
  return async () => before.pop() ?? (await file.digest());
}
