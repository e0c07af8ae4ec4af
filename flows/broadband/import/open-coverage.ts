import type { Connection } from '#db/client.ts';
import { openGeoPackage } from '#db/geopackage/reader.ts';
import { makeScratchFile } from '#flows/files/scratch-file.ts';
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
  return await openSource(file, choices, (geoPackage, chosen) =>
    openGeoPackage(geoPackage, chosen, makeScratchFile(sqlite.name).path),
  );
}
