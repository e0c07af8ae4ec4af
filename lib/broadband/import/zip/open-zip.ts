import { CsvSource } from '#lib/broadband/import/csv/source.ts';
import { kindOf } from '#lib/broadband/import/file-kind.ts';
import { GeoJsonSource } from '#lib/broadband/import/geojson/source.ts';
import { openKmz } from '#lib/broadband/import/kml/source.ts';
import { openShapefile } from '#lib/broadband/import/shapefile/source.ts';
import type { CoverageSource, ReadingChoices } from '#lib/broadband/import/source.ts';
import { readHead } from '#lib/broadband/import/source-bytes.ts';
import { largestFileBytes, type SourceFile } from '#lib/broadband/import/source-file.ts';
import { Refusal } from '#lib/refusal.ts';
import type { UnreadContainer } from '#lib/words/coverage/file.ts';
import { forListing } from '#lib/words/registry/listed.ts';
import { type Archive, type ArchiveEntry, openArchive } from './archive.ts';

/** Opens a GeoPackage in an archive, which must be unpacked for that; only `flows` can. */
export type OpenPackedGeoPackage = (file: SourceFile, choices: ReadingChoices) => Promise<CoverageSource>;

/** Endings of coverage files, in groups of which an archive must have only one. Plain JSON and CSV may also be something else. */
const groups = [/\.shp$/i, /\.gpkg$/i, /\.geojson$/i, /\.kml$/i] as const;
/** Containers that are not read: a file in them is not among those that are. */
const notRead: readonly { readonly pattern: RegExp; readonly what: UnreadContainer }[] = [
  { pattern: /\.gdb\/[^/]*\.?(gdb|gdbtable|gdbtablx|timestamps)$/i, what: 'File Geodatabase' },
  { pattern: /\.(zip|kmz)$/i, what: 'zip archive' },
  { pattern: /\.(7z|rar|tar|tgz|gz|bz2|xz|zst|br|lzma)$/i, what: 'archive' },
  { pattern: /\.(mdb|accdb)$/i, what: 'Personal Geodatabase' },
  { pattern: /\.(gml|fgb|tab|mif|dwg|dxf|parquet|geoparquet|topojson)$/i, what: 'other format' },
];
const perhaps = [/\.json$/i, /\.(csv|tsv)$/i] as const;

/**
 * Opens the coverage file in a zip archive: a Shapefile, GeoPackage, GeoJSON, KML or CSV.
 *
 * @throws Refusal if the archive has no such file, or files of which only a person can say which one is meant
 */
export async function openZip(
  file: SourceFile,
  choices: ReadingChoices,
  openGeoPackage: OpenPackedGeoPackage,
): Promise<CoverageSource> {
  const archive = await openArchive(file);
  try {
    const { name } = requireCandidate(archive);
    refuseLog(archive, name);
    if (/\.shp$/i.test(name)) return await openShapefile(archive, choices);
    if (/\.kml$/i.test(name)) return openKmz(archive);
    const entry = archive.entries.find((each) => each.name === name) as ArchiveEntry;
    const inner = entryFile(entry, file);
    const { head, isPacked } = await readHead(inner);
    const kind = kindOf(head, inner.name);
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

/** A GeoPackage has its last changes in a file beside it until the program that has it open saves them. */
function refuseLog({ entries }: Archive, name: string): void {
  if (!/\.gpkg$/i.test(name)) return;
  const log = entries.find((entry) => entry.bytes > 0 && /\.gpkg-(wal|journal)$/i.test(entry.name));
  if (log !== undefined) throw new Refusal({ code: 'geopackage-log-packed', log: log.name });
}

/** The file that the archive is about; of several parts of a Shapefile, or KML files, the first. */
function requireCandidate({ entries }: Archive): ArchiveEntry {
  const named = (pattern: RegExp) => entries.filter(({ name }) => pattern.test(name));
  const sure = groups.map(named).filter((found) => found.length > 0);
  const unread = notRead.map(({ pattern, what }) => ({ what, found: named(pattern) }));
  const [container] = unread.filter(({ found }) => found.length > 0);
  const found =
    sure.length > 0 || container !== undefined ? sure : perhaps.map(named).filter((some) => some.length > 0);
  const [only = [], ...others] = found;
  const [first] = only;
  if (first === undefined) {
    if (container !== undefined) throw unreadRefusal(container.what, container.found);
    const isOffice = entries.some(({ name }) => /^\[Content_Types\]\.xml$/.test(name));
    throw new Refusal({ code: isOffice ? 'office-document' : 'zip-without-coverage' });
  }
  // layers of Shapefiles can be chosen, and a KMZ archive has a main file
  const isOneFile = only.length === 1 || /\.(shp|kml)$/i.test(first.name);
  if (others.length > 0 || !isOneFile || container !== undefined) {
    const all = [...found.flat(), ...(container === undefined ? [] : shownOf(container.what, container.found))];
    throw new Refusal({ code: 'zip-ambiguous', files: forListing(all.map(({ name }) => name)) });
  }
  return first;
}

function unreadRefusal(what: UnreadContainer, found: readonly ArchiveEntry[]): Refusal {
  return new Refusal({ code: 'zip-not-read', what, files: forListing(shownOf(what, found).map(({ name }) => name)) });
}

/** Of a File Geodatabase, which is a folder, its name instead of its files. */
function shownOf(what: UnreadContainer, found: readonly ArchiveEntry[]): { readonly name: string }[] {
  if (what !== 'File Geodatabase') return [...found];
  return [...new Set(found.map(({ name }) => name.replace(/\/[^/]*$/, '')))].map((name) => ({ name }));
}

/** A file in an archive as a file of its own, unpacked while it is read. */
function entryFile(entry: ArchiveEntry, archive: SourceFile): SourceFile {
  return {
    name: entry.name.slice(entry.name.lastIndexOf('/') + 1),
    bytes: entry.bytes,
    mostBytes: archive.mostBytes ?? largestFileBytes,
    path: '',
    async *read(start = 0, end = entry.bytes) {
      let at = 0;
      for await (const chunk of entry.read()) {
        const [from, to] = [Math.max(0, start - at), Math.min(chunk.length, end - at)];
        at += chunk.length;
        if (from < to) yield chunk.subarray(from, to);
        if (at >= end) return;
      }
    },
  };
}
