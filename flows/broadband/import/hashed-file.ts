import { createHash } from 'node:crypto';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';

/** A file whose SHA-256 is computed from the bytes that its readers read anyway. */
export interface HashedFile extends SourceFile {
  /**
   * The SHA-256 of the file in hexadecimal; to be called once, after the last reading. Bytes that were not read in order
   * are read now: SQLite reads a GeoPackage itself, and some of a zip archive may not be needed.
   *
   * @param onRead gets how many bytes have been hashed
   */
  digest(onRead?: (bytes: number) => void): Promise<string>;
  /** The same if all bytes have been read in order, otherwise undefined. */
  digestIfRead(): string | undefined;
}

/** SHA-256 needs the bytes in order: those that continue what is hashed are added, others are only passed on. */
export function hashedFile(file: SourceFile): HashedFile {
  const hash = createHash('sha256');
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
    return hash.digest('hex');
  }
  const digestIfRead = () => (hashed === file.bytes ? hash.digest('hex') : undefined);
  return { ...file, read, digest, digestIfRead };
}
