import { CsvSource } from '#lib/broadband/import/csv/source.ts';
import { kindOf } from '#lib/broadband/import/file-kind.ts';
import { GeoJsonSource } from '#lib/broadband/import/geojson/source.ts';
import { openKmz } from '#lib/broadband/import/kml/source.ts';
import { openShapefile } from '#lib/broadband/import/shapefile/source.ts';
import type { CoverageSource, ReadingChoices } from '#lib/broadband/import/source.ts';
import { readHead } from '#lib/broadband/import/source-bytes.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import { Refusal } from '#lib/refusal.ts';
import { forListing } from '#lib/words/registry/listed.ts';
import { type Archive, type ArchiveEntry, openArchive } from './archive.ts';
import { entryFile } from './entry-file.ts';

/** Opens a GeoPackage in an archive, which must be unpacked for that; only `flows` can. */
export type OpenPackedGeoPackage = (file: SourceFile, choices: ReadingChoices) => Promise<CoverageSource>;

/** Endings of coverage files, in groups of which an archive must have only one. Plain JSON and CSV may also be something else. */
const groups = [/\.shp$/i, /\.gpkg$/i, /\.geojson$/i, /\.kml$/i] as const;
const perhaps = [/\.json$/i, /\.(csv|tsv)$/i] as const;

/**
 * Opens the coverage file in a zip archive: a Shapefile, GeoPackage, GeoJSON, KML or CSV.
 *
 * @throws Refusal if the archive has no such file, or files of which only somebody can say which one is meant
 */
export async function openZip(
  file: SourceFile,
  choices: ReadingChoices,
  openGeoPackage: OpenPackedGeoPackage,
): Promise<CoverageSource> {
  const archive = await openArchive(file);
  try {
    const { name } = requireCandidate(archive);
    if (/\.shp$/i.test(name)) return await openShapefile(archive, choices);
    if (/\.kml$/i.test(name)) return openKmz(archive);
    const entry = archive.entries.find((each) => each.name === name) as ArchiveEntry;
    const inner = entryFile(entry, file);
    const { head, isPacked } = await readHead(inner);
    const kind = kindOf(head);
    if (isPacked || kind === 'zip') throw new Refusal({ code: 'packed-twice' });
    if (kind === 'JSON') return new GeoJsonSource(inner, archive);
    if (kind === 'text') return new CsvSource(inner, choices, head, archive);
    if (kind !== 'SQLite') throw new Refusal({ code: 'zip-without-coverage' });
    const source = await openGeoPackage(inner, choices);
    archive.close();
    return source;
  } catch (fault) {
    archive.close();
    throw fault;
  }
}

/** The file that the archive is about; of several parts of a Shapefile, or KML files, the first. */
function requireCandidate({ entries }: Archive): ArchiveEntry {
  const named = (pattern: RegExp) => entries.filter(({ name }) => pattern.test(name));
  const sure = groups.map(named).filter((found) => found.length > 0);
  const found = sure.length > 0 ? sure : perhaps.map(named).filter((some) => some.length > 0);
  const [only = [], ...others] = found;
  const [first] = only;
  if (first === undefined) {
    const isOffice = entries.some(({ name }) => /^\[Content_Types\]\.xml$/.test(name));
    throw new Refusal({ code: isOffice ? 'office-document' : 'zip-without-coverage' });
  }
  // layers of Shapefiles can be chosen, and a KMZ archive has a main file
  const isOneFile = only.length === 1 || /\.(shp|kml)$/i.test(first.name);
  if (others.length > 0 || !isOneFile)
    throw new Refusal({ code: 'zip-ambiguous', files: forListing(found.flat().map(({ name }) => name)) });
  return first;
}
