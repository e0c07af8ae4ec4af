import { counted } from '#lib/counted.ts';
import { dayWords } from '#lib/time/date-words.ts';
import type { Controls } from '#lib/words/controls.ts';
import { listed, listedQuoted } from '#lib/words/registry/listed.ts';

/** What an archive may have that is not read. */
export type UnreadContainer = 'File Geodatabase' | 'Personal Geodatabase' | 'zip archive' | 'archive' | 'other format';

/** How a file may be compressed that is not read. */
export type UnreadCompression = 'Brotli' | 'Zstandard' | 'xz' | 'LZMA' | 'bzip2' | '7z' | 'RAR';

type LayeredFormat = 'Shapefile' | 'GeoPackage';

interface FileLayer {
  readonly name: string;
  /** How many features it has, where that is known before it is read. */
  readonly features: number | undefined;
}

const readable =
  'Use GeoJSON, a zipped Shapefile, GeoPackage, KML, KMZ or CSV. All may be zipped; GeoJSON, KML and CSV may be packed with gzip instead.';
const gibibyte = 2 ** 30;

/** Why a coverage file cannot be opened. Sentences about what it contains are in `coverage-content.ts`. */
export const coverageFileWords = {
  'not-a-file': ({ file }: { file: string }) => `${file} is not a file.`,
  'file-gone': () => 'The file no longer exists.',
  'file-empty': () => 'The file is empty.',
  'file-too-large': ({ file, most }: { file: string; most: number }) =>
    `${file} is larger than ${sizeLimit(most)}: split it.`,
  'content-too-large': ({ most }: { most: number }) =>
    `The file is larger than ${sizeLimit(most)}, packed or unpacked: split it.`,
  'file-changed': () => 'The file changed while it was being read. Nothing was imported.',
  'file-cut-short': ({ line }: { line: number }) => `The file is incomplete: it ends too early, on line ${line}.`,
  'utf-16': () => 'The file is UTF-16: save it as UTF-8, in Excel as “CSV UTF-8”.',
  'shapefile-part': () =>
    'The file is only one part of a Shapefile: put the .shp, .dbf, .prj and .cpg files into one zip archive.',
  'not-coverage': ({ kind }: { kind: keyof typeof wrongKinds }) => `${wrongKinds[kind]} ${readable}`,
  'compression-not-read': ({ compression }: { compression: UnreadCompression }) => {
    const { is, unpacker } = unreadCompressions[compression];
    return `The file is ${is}, which is not read. Unpack it, for example with ${unpacker}, and import the result; of packed files only zip and gzip are read.`;
  },

  'gzip-archive-damaged': () => 'The gzip archive is damaged or incomplete.',
  'packed-twice': () => 'The file is packed twice: unpack the gzip archive and import the file inside it.',
  'zip-damaged': ({ entry }: { entry?: string | undefined }) =>
    `The zip archive is damaged or incomplete${entry === undefined ? '' : ` at ${JSON.stringify(entry)}`}.`,
  'zip-outside': ({ path }: { path: string }) =>
    `The zip archive has a file named ${JSON.stringify(path)}, which is outside the archive: make a new archive.`,
  'zip-too-many-files': ({ most }: { most: number }) =>
    `The zip archive has more than ${most.toLocaleString('en-NZ')} files.`,
  'zip-too-large': ({ most }: { most: number }) =>
    `The zip archive is larger than ${sizeLimit(most)} when unpacked: split it.`,
  'zip-bomb': ({ entry, factor }: { entry: string; factor: number }) =>
    `${JSON.stringify(entry)} in the zip archive would unpack to ${factor.toLocaleString('en-NZ')} times its size, like a zip bomb. It was not read.`,
  'zip-encrypted': ({ entry }: { entry?: string | undefined }) =>
    `${entry === undefined ? 'The zip archive' : `${JSON.stringify(entry)} in the zip archive`} is encrypted: make an archive without a password.`,
  'zip-method': ({ entry, method }: { entry: string; method: string }) =>
    `${JSON.stringify(entry)} in the zip archive is compressed with ${method}, which is not read: make the archive again with the usual compression (Deflate), for example with another program, or unpack it and import the file itself.`,
  'zip-split': () => 'The zip archive is one of several parts: join them, or make one archive.',
  'zip-not-read': ({ what, files }: { what: UnreadContainer; files: readonly string[] }) =>
    `${files.length === 0 ? `The file is ${unreadContainers[what].is}` : `The zip archive has ${unreadContainers[what].is}, ${listedQuoted(files)}`}, which is not read. ${unreadContainers[what].remedy}`,
  'zip-entry-too-long': ({ entry }: { entry: string }) => `${JSON.stringify(entry)} in the zip archive is too long.`,
  'zip-without-coverage': () =>
    'The zip archive has no coverage file: no Shapefile (.shp), GeoPackage (.gpkg), GeoJSON (.geojson), KML (.kml) or CSV (.csv).',
  'zip-ambiguous': ({ files }: { files: readonly string[] }) =>
    `The zip archive has several coverage files: ${listedQuoted(files)}. Import each separately.`,
  'office-document': () => 'The file is a spreadsheet or document: save its table as CSV.',
  'kmz-ambiguous': ({ files }: { files: readonly string[] }) =>
    `The archive has several KML files: ${listedQuoted(files)}. Unpack it and import each separately, or save everything as one KML file.`,
  'dbf-missing': ({ file }: { file: string }) =>
    `The zip archive has no ${file}, the table that belongs to the Shapefile.`,
  'not-a-geopackage': ({ table }: { table: string }) =>
    `The file is an SQLite database, but not a GeoPackage: it has no table ${table}.`,
  'geopackage-damaged': () => 'The GeoPackage is damaged or incomplete.',
  'geopackage-in-use': () =>
    'Another program still has the GeoPackage open and has not saved all of it: close the file there first.',
  'geopackage-log-packed': ({ log }: { log: string }) =>
    `The GeoPackage was packed while another program had it open: its last changes are only in ${JSON.stringify(log)}, and would be lost. Close the file in that program (in QGIS, remove its layers from the project), then pack the .gpkg file again.`,
  'geopackage-without-layers': ({ views }: { views: readonly string[] }) =>
    views.length === 0
      ? 'The GeoPackage has no layer with geometries.'
      : `The layers of the GeoPackage are views (${listedQuoted(views)}), which are not read: export them as tables.`,

  'no-layers-to-choose': ({ format }: { format: string }, { coverage }: Controls) =>
    `A ${format} file has no layers to choose from: do not use ${coverage.control('layer')}.`,
  'layers-to-choose': (
    { format, layers }: { format: LayeredFormat; layers: readonly FileLayer[] },
    { coverage }: Controls,
  ) =>
    `${containers[format].file} has ${layers.length} ${containers[format].layer}s: ${listedLayers(layers)}. Use ${coverage.control('layer')} to choose one.`,
  'layer-not-found': ({
    format,
    layer,
    layers,
  }: {
    format: LayeredFormat;
    layer: string;
    layers: readonly FileLayer[];
  }) =>
    `${containers[format].file} does not have exactly one ${containers[format].layer} ${JSON.stringify(layer)}. It has ${listedLayers(layers)}.`,

  'encoding-unknown': (
    { encoding, source }: { encoding: string; source: 'choice' | 'cpg' | 'kml' },
    { coverage }: Controls,
  ) =>
    source === 'kml'
      ? `The KML file is in the encoding ${JSON.stringify(encoding)}, which is not known: save it as UTF-8.`
      : `The encoding ${JSON.stringify(encoding)}${source === 'cpg' ? ' of the .cpg file' : ''} is not known. Use ${coverage.control('encoding')} to set it, for example to UTF-8 or windows-1252.`,
  'encoding-contradiction': ({ said, decoded }: { said: string; decoded: string }, { coverage }: Controls) =>
    `According to the .cpg file the text is ${said}, but all of it is valid UTF-8. Use ${coverage.control('encoding')} to choose UTF-8 or, if the .cpg file is right, ${decoded}.`,
  'code-page-not-read': (
    { codePage, driver }: { codePage?: string | undefined; driver: number },
    { coverage }: Controls,
  ) =>
    `The text of the .dbf file is in ${codePage ?? `an unknown code page (language driver ${driver})`}, which is not read. Use ${coverage.control('encoding')} to set its encoding, or export the Shapefile as UTF-8.`,
  'wrong-encoding': (
    { file, encoding, row, column }: { file: string; encoding: string; row?: number; column?: string },
    { coverage }: Controls,
  ) =>
    `${file} is not ${encoding.toUpperCase()}${row === undefined ? '' : ` in row ${row}, column ${JSON.stringify(column)}`}. Use ${coverage.control('encoding')} to set its encoding, for example to windows-1252.`,
  'kml-wrong-encoding': ({ encoding }: { encoding: string }) =>
    `The KML file claims to be ${encoding.toUpperCase()}, but is not: save it as UTF-8.`,
} as const;

const wrongKinds = {
  PDF: 'The file is a PDF.',
  picture: 'The file is a picture, which has no areas.',
  archive: 'The file is an archive, but not a zip archive.',
  GML: 'The file is GML, which is not read: ask the service for GeoJSON (outputFormat=application/json).',
  GeoParquet: 'The file is GeoParquet, which is not read.',
  FlatGeobuf: 'The file is FlatGeobuf, which is not read.',
  'web page':
    'The file is a web page, not data: the link led to a page, or the session had ended. Open it in a browser to see what it says, and download the data again.',
  unknown: 'This kind of file is not known.',
} as const;

const unreadCompressions: Readonly<Record<UnreadCompression, { readonly is: string; readonly unpacker: string }>> = {
  Brotli: { is: 'compressed with Brotli (.br)', unpacker: 'brotli -d' },
  Zstandard: { is: 'compressed with Zstandard (.zst)', unpacker: 'zstd -d' },
  xz: { is: 'compressed with xz (.xz)', unpacker: 'xz -d or 7-Zip' },
  LZMA: { is: 'compressed with LZMA (.lzma)', unpacker: 'xz -d or 7-Zip' },
  bzip2: { is: 'compressed with bzip2 (.bz2)', unpacker: 'bzip2 -d or 7-Zip' },
  '7z': { is: 'a 7z archive (.7z)', unpacker: '7-Zip' },
  RAR: { is: 'a RAR archive (.rar)', unpacker: 'unrar x or 7-Zip' },
};

const unreadContainers: Readonly<Record<UnreadContainer, { readonly is: string; readonly remedy: string }>> = {
  'File Geodatabase': {
    is: 'a File Geodatabase (.gdb)',
    remedy:
      'Export its layer as GeoPackage, Shapefile or GeoJSON, with GDAL for example by ogr2ogr coverage.gpkg Coverage.gdb.',
  },
  'Personal Geodatabase': {
    is: 'an Access database',
    remedy: 'Export its layer as GeoPackage, Shapefile or GeoJSON.',
  },
  'zip archive': { is: 'an archive inside the archive', remedy: 'Unpack it, and import the archive inside it.' },
  archive: { is: 'an archive inside the archive', remedy: 'Unpack it, and import the file inside it.' },
  'other format': { is: 'a file of another format', remedy: readable },
};

const containers: Readonly<Record<LayeredFormat, { readonly file: string; readonly layer: string }>> = {
  Shapefile: { file: 'The zip archive', layer: 'Shapefile' },
  GeoPackage: { file: 'The GeoPackage', layer: 'layer' },
};

function listedLayers(layers: readonly FileLayer[]): string {
  return listed(
    layers.map(({ name, features }) => {
      const count = features === undefined ? '' : ` (${counted(features, 'feature')})`;
      return `${JSON.stringify(name)}${count}`;
    }),
  );
}

/** `2 GiB`, or the exact number of bytes where that is not a whole number of GiB. */
function sizeLimit(bytes: number): string {
  return bytes % gibibyte === 0 ? `${bytes / gibibyte} GiB` : `${bytes.toLocaleString('en-NZ')} bytes`;
}

/** Why an import cannot go on, whatever its file contains. */
export const coverageImportWords = {
  'mode-needed': () => 'Choose what happens to the published coverage.',
  'layers-unclear': () => 'It is not clear what should happen to the published layers. Nothing was imported.',
  'layer-published': ({ deliveries }: { deliveries: readonly string[] }, { coverage }: Controls) =>
    `There is already a layer (delivery ${listedQuoted(deliveries)}). Use ${coverage.control('replace')} to replace it, or ${coverage.control('add')} to keep both.`,
  'delivery-published': ({ delivery }: { delivery: string }, { coverage }: Controls) =>
    `There is already a delivery named ${JSON.stringify(delivery)}. Use ${coverage.control('replace')} to replace it, or ${coverage.control('delivery')} to give this one another name.`,
  'delivery-unclear': (
    { delivery, deliveries }: { delivery: string; deliveries: readonly string[] },
    { coverage }: Controls,
  ) =>
    `There are several deliveries (${listedQuoted(deliveries)}), and none is named ${JSON.stringify(delivery)}. Use ${coverage.control('delivery')} to name the one to replace.`,

  'as-of-not-a-day': (_facts: object, { coverage }: Controls) =>
    `Enter a day from the year 2000 on, such as ${coverage.dayExample}.`,
  'as-of-in-future': ({ day, today }: { day: string; today: string }) =>
    `The coverage cannot be as of ${dayWords(day)}, which is in the future: today is ${dayWords(today)}.`,

  'delivery-of-others': ({ provider, others }: { provider: string; others: readonly string[] }) =>
    others.length === 0
      ? `A delivery of ${provider} cannot replace all published coverage. Nothing was imported.`
      : `The file also names ${listedQuoted(others)}. You can only deliver the coverage of ${provider}. Nothing was imported.`,
  'technology-not-delivered': ({ provider, technologies }: { provider: string; technologies: readonly string[] }) =>
    `${provider} does not deliver ${listedQuoted(technologies)} here. Ask staff to allow it. Nothing was imported.`,

  'coverage-busy': ({ version, secondsAgo }: { version: number | null; secondsAgo: number | null }) =>
    `${version === null ? 'Another process is changing coverage' : `Another process is importing coverage (version ${version}, last active ${secondsAgo} s ago)`}. Wait until it has finished, then try again.`,
  'scratch-disk-full': () => 'The disk is full. Nothing was imported: free some space, then try again.',
  'file-to-fix': () => 'The file cannot be imported while it has faults. Fix them, then upload it again.',
  'file-needed': () => 'Choose a file.',
  'inspection-gone': () => 'This file is no longer known: upload it again.',
  'inspection-unfinished': () => 'This file has not been read completely yet.',
} as const;
