import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { coverageFileAt } from '#flows/broadband/import/coverage-file.ts';
import { makeScratchFile } from '#flows/files/scratch-file.ts';
import { limitWords, type SourceFile } from '#lib/broadband/import/source-file.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';

/**
 * Does `work` with the file at a path, or with standard input for `-`: files are read more than once, so that is kept
 * beside the database while the work lasts.
 *
 * @throws Refusal when there is no such file, or more than may be read comes in
 */
export async function withCoverageFile<T>(path: string, work: (file: SourceFile) => Promise<T>): Promise<T> {
  const { databaseFile, maxUploadBytes } = settings();
  if (path !== '-') return await work(coverageFileAt(path, undefined, maxUploadBytes));
  const scratch = makeScratchFile(databaseFile);
  try {
    await pipeline(limited(process.stdin, maxUploadBytes), createWriteStream(scratch.path, { mode: 0o600 }));
    return await work(coverageFileAt(scratch.path, 'standard input', maxUploadBytes));
  } catch (fault) {
    const isFull = fault instanceof Error && 'code' in fault && fault.code === 'ENOSPC';
    throw isFull ? new Refusal('The disk is full: nothing was imported.') : fault;
  } finally {
    scratch.remove();
  }
}

async function* limited(chunks: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > mostBytes) throw new Refusal(`Standard input is larger than ${limitWords(mostBytes)}: split it.`);
    yield chunk;
  }
}
