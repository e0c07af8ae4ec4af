import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { CoverageWriting } from '#flows/broadband/writing.ts';
import { largestFileBytes, limitWords, type SourceFile } from '#lib/broadband/import/source-file.ts';
import type { Stage } from '#lib/jobs/stages.ts';
import { Refusal } from '#lib/refusal.ts';

/**
 * A file of coverage on disk.
 *
 * @param name what people call it, where that is not its name on disk
 * @param mostBytes the most that is read of it, packed and unpacked
 * @throws Refusal when there is none, it is no plain file, or it is too large
 */
export function coverageFileAt(path: string, name = basename(path), mostBytes = largestFileBytes): SourceFile {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) throw new Refusal(`There is no file ${path}.`);
  if (!status.isFile()) throw new Refusal(`${path} is not a file.`);
  if (status.size > mostBytes) throw new Refusal(`${name} is larger than ${limitWords(mostBytes)}: split it.`);
  return { name, path, bytes: status.size, mostBytes, read: (start, end) => readBytes(path, start, end) };
}

async function* readBytes(path: string, start = 0, end?: number): AsyncGenerator<Uint8Array> {
  if (start === end) return;
  try {
    // Node counts the last byte in
    yield* createReadStream(path, end === undefined ? { start } : { start, end: end - 1 });
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
    // faults of whoever reads these bytes pass through here too
    if (!/^E[A-Z]+$/.test(code)) throw fault;
    throw new Refusal(`${path} cannot be read (${code}).`);
  }
}

/** The SHA-256 of a file's bytes, in hexadecimal. */
export async function digestOf(file: SourceFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of file.read()) hash.update(chunk);
  return hash.digest('hex');
}

/** The same file; `onProgress` is told how far each reading of it is. */
export function reportReading(file: SourceFile, stage: Stage, onProgress: CoverageWriting['onProgress']): SourceFile {
  return {
    ...file,
    async *read(start = 0, end) {
      let done = start;
      for await (const chunk of file.read(start, end)) {
        yield chunk;
        done += chunk.length;
        onProgress?.(stage, done, file.bytes);
      }
    },
  };
}
