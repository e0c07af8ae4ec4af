import { Refusal } from '#lib/refusal.ts';
import { CsvSource } from './csv/source.ts';
import { type FileKind, kindOf } from './file-kind.ts';
import { GeoJsonSource } from './geojson/source.ts';
import { KmlSource, openKmz } from './kml/source.ts';
import { openShapefile } from './shapefile/source.ts';
import type { CoverageSource, ReadingChoices } from './source.ts';
import { readHead, unpackedText } from './source-bytes.ts';
import type { SourceFile } from './source-file.ts';
import { openArchive } from './zip/archive.ts';

/** Opens a GeoPackage; it stands with what speaks SQL. */
export type OpenGeoPackage = (file: SourceFile, choices: ReadingChoices) => CoverageSource;

/**
 * Recognises a coverage file by its content, whatever its name, and opens it.
 *
 * @throws Refusal for what is not read, is damaged, or leaves open what is meant
 */
export async function openSource(
  file: SourceFile,
  choices: ReadingChoices,
  openGeoPackage: OpenGeoPackage,
): Promise<CoverageSource> {
  const { head, isPacked } = await readHead(file);
  const kind = kindOf(head);
  if (isPacked && (kind === 'zip' || kind === 'SQLite')) {
    throw new Refusal('The file is packed twice: unpack the gzip archive and give what is in it.');
  }
  const source = await openKind(kind, head, file, choices, openGeoPackage);
  if (choices.layer !== undefined && source.layers.length === 0) {
    source.close();
    throw new Refusal(`${source.format} has no layers to choose from: leave out --layer.`);
  }
  return source;
}

async function openKind(
  kind: FileKind,
  head: Buffer,
  file: SourceFile,
  choices: ReadingChoices,
  openGeoPackage: OpenGeoPackage,
): Promise<CoverageSource> {
  switch (kind) {
    case 'zip':
      return await openZip(file, choices);
    case 'XML':
      return new KmlSource(() => unpackedText(file));
    case 'SQLite':
      return openGeoPackage(file, choices);
    case 'JSON':
      return new GeoJsonSource(file);
    case 'text':
      return new CsvSource(file, choices, head);
  }
}

async function openZip(file: SourceFile, choices: ReadingChoices): Promise<CoverageSource> {
  const archive = await openArchive(file);
  try {
    if (archive.entries.some(({ name }) => /\.shp$/i.test(name))) return await openShapefile(archive, choices);
    if (archive.entries.some(({ name }) => /\.kml$/i.test(name))) return openKmz(archive);
    if (archive.entries.some(({ name }) => name === '[Content_Types].xml')) {
      throw new Refusal('The file is a workbook or document of an office program: save its table as CSV.');
    }
    throw new Refusal('The zip archive holds no Shapefile (.shp) and no KML (.kml).');
  } catch (fault) {
    archive.close();
    throw fault;
  }
}
