import { Refusal } from '#lib/refusal.ts';
import { CsvSource } from './csv/source.ts';
import { type FileKind, kindOf } from './file-kind.ts';
import { GeoJsonSource } from './geojson/source.ts';
import { KmlSource } from './kml/source.ts';
import type { CoverageSource, ReadingChoices } from './source.ts';
import { readHead, unpackedText } from './source-bytes.ts';
import type { SourceFile } from './source-file.ts';
import { type OpenPackedGeoPackage, openZip } from './zip/open-zip.ts';

/** Opens a GeoPackage; only `db` can, as it is an SQLite file. */
export interface OpenGeoPackage {
  readonly plain: (file: SourceFile, choices: ReadingChoices) => CoverageSource;
  readonly packed: OpenPackedGeoPackage;
}

/**
 * Recognises a coverage file by its content, whatever its name, and opens it.
 *
 * @throws Refusal for a format that is not read, for a damaged file, and where the choices leave something open
 */
export async function openSource(
  file: SourceFile,
  choices: ReadingChoices,
  openGeoPackage: OpenGeoPackage,
): Promise<CoverageSource> {
  const { head, isPacked } = await readHead(file);
  const kind = kindOf(head, file.name);
  if (isPacked && (kind === 'zip' || kind === 'SQLite')) throw new Refusal({ code: 'packed-twice' });
  const source = await openKind(kind, head, file, choices, openGeoPackage);
  if (choices.layer !== undefined && source.layers.length === 0) {
    source.close();
    throw new Refusal({ code: 'no-layers-to-choose', format: source.format });
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
      return await openZip(file, choices, openGeoPackage.packed);
    case 'XML':
      return new KmlSource({ name: '', read: () => unpackedText(file) });
    case 'SQLite':
      return openGeoPackage.plain(file, choices);
    case 'JSON':
      return new GeoJsonSource(file);
    case 'text':
      return new CsvSource(file, choices, head);
  }
}
