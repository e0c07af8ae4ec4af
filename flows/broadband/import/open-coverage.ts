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
