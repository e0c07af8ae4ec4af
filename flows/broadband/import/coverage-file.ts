import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileBytes } from '#flows/files/file-bytes.ts';
import type { CoverageSource } from '#lib/broadband/import/source.ts';
import { largestFileBytes, type SourceFile } from '#lib/broadband/import/source-file.ts';
import type { ShowProgress, Stage } from '#lib/jobs/stages.ts';
import { Refusal, required } from '#lib/refusal.ts';

/**
 * A coverage file on disk.
 *
 * @param name what people call it, if that is not its name on disk
 * @param mostBytes the most that is read of it, packed and unpacked
 * @throws Refusal if it does not exist, is not a plain file, or is too large
 */
export function coverageFileAt(path: string, name = basename(path), mostBytes = largestFileBytes): SourceFile {
  const status = required(statSync(path, { throwIfNoEntry: false }), { code: 'no-such-file', file: path });
  if (!status.isFile()) throw new Refusal({ code: 'not-a-file', file: path });
  if (status.size > mostBytes) throw new Refusal({ code: 'file-too-large', file: name, most: mostBytes });
  return {
    name,
    path,
    bytes: status.size,
    mostBytes,
    stamp: () => stampOf(path),
    read: (start, end) => fileBytes(path, { start, end, name }),
  };
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? '' : [found.dev, found.ino, found.size, found.mtimeNs].join(' ');
}

/** The same file, which reports how far each reading of it is. */
export function reportReading(file: SourceFile, stage: Stage, onProgress: ShowProgress | undefined): SourceFile {
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

/** Reports how far a reading is for a GeoPackage: SQLite reads it, so there are no bytes to count. */
export function featureProgress(
  { format, layers, layerName }: CoverageSource,
  onProgress: ShowProgress | undefined,
): ((features: number) => void) | undefined {
  if (format !== 'GeoPackage') return undefined;
  const total = layers.find(({ name }) => name === layerName)?.features ?? 0;
  return (features) => onProgress?.('check-features', features, total);
}
