import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Connection } from '#db/client.ts';
import { openGeoPackage } from '#db/geopackage/reader.ts';
import { makeScratchFile, type ScratchFile } from '#flows/files/scratch-file.ts';
import { openSource } from '#lib/broadband/import/open-source.ts';
import type { CoverageSource, ReadingChoices } from '#lib/broadband/import/source.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';

/**
 * Opens a coverage file of any format. The caller closes it.
 *
 * @throws Refusal for a format that is not read, for a damaged file, and where the choices leave something open
 */
export async function openCoverage(
  { sqlite }: Connection,
  file: SourceFile,
  choices: ReadingChoices,
): Promise<CoverageSource> {
  const newScratch = () => makeScratchFile(sqlite.name);
  return await openSource(file, choices, {
    plain: (geoPackage, chosen) => openGeoPackage(geoPackage, chosen, newScratch().path),
    packed: (geoPackage, chosen) => openPacked(geoPackage, chosen, newScratch),
  });
}

/** Opens a GeoPackage from an archive: SQLite needs it as a file, which is unpacked beside the database and removed again. */
async function openPacked(
  geoPackage: SourceFile,
  choices: ReadingChoices,
  newScratch: () => ScratchFile,
): Promise<CoverageSource> {
  const unpacked = newScratch();
  try {
    await pipeline(geoPackage.read(), createWriteStream(unpacked.path, { flags: 'r+' }));
    const source = openGeoPackage({ ...geoPackage, path: unpacked.path }, choices, newScratch().path);
    const close = source.close.bind(source);
    return Object.assign(source, {
      close: () => {
        close();
        unpacked.remove();
      },
    });
  } catch (fault) {
    unpacked.remove();
    throw fault;
  }
}

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
