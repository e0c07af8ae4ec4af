import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { CommandContext } from '#cli/command-line.ts';
import { coverageFileAt } from '#flows/broadband/import/coverage-file.ts';
import { makeScratchFile } from '#flows/files/scratch-file.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';

/**
 * Runs `work` with the file at a path, or with standard input for `-`: as files are read more than once, standard input
 * is kept in a file beside the database while `work` runs.
 *
 * @throws Refusal if there is no such file, or more than may be read
 */
export async function withCoverageFile<T>(
  { progress }: Pick<CommandContext, 'progress'>,
  path: string,
  work: (file: SourceFile) => Promise<T>,
): Promise<T> {
  const { databaseFile, maxUploadBytes } = settings();
  if (path !== '-') return await work(coverageFileAt(path, undefined, maxUploadBytes));
  progress.show('read-file', 0, 0);
  const scratch = makeScratchFile(databaseFile);
  // Ctrl+C while nothing arrives
  process.once('exit', scratch.remove);
  try {
    const onBytes = (bytes: number) => progress.show('read-file', bytes, 0);
    await pipeline(limited(process.stdin, maxUploadBytes, onBytes), createWriteStream(scratch.path, { mode: 0o600 }));
    return await work(coverageFileAt(scratch.path, 'standard input', maxUploadBytes));
  } catch (fault) {
    const isFull = fault instanceof Error && 'code' in fault && fault.code === 'ENOSPC';
    throw isFull ? new Refusal({ code: 'scratch-disk-full' }) : fault;
  } finally {
    process.off('exit', scratch.remove);
    scratch.remove();
  }
}

async function* limited(
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of chunks) {
    total += chunk.length;
    if (total > mostBytes) throw new Refusal({ code: 'file-too-large', file: 'Standard input', most: mostBytes });
    onBytes(total);
    yield chunk;
  }
}
