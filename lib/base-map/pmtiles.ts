import { serviceArea } from '#lib/broadband/point.ts';
import type { ByteRange } from '#lib/web/byte-ranges.ts';

/** The bytes of the header of a PMTiles file of version 3. */
export const headerBytes = 127;

/** Compressions that browsers unpack. */
type Compression = 'none' | 'gzip';

/** What the header says that matters here. */
export interface PmtilesHeader {
  readonly root: ByteRange;
  readonly metadata: ByteRange;
  /** All other directories. */
  readonly leaves: ByteRange;
  readonly tiles: ByteRange;
  /** How directories and metadata are compressed. */
  readonly compression: Compression;
  readonly mostZoom: number;
}

/** Why a file is not a street map for this service. */
export type PmtilesFault =
  | { readonly code: 'not-pmtiles' | 'not-vector-tiles' | 'not-new-zealand' }
  | { readonly code: 'base-map-compression'; readonly part: 'directories' | 'tiles'; readonly compression: string }
  | { readonly code: 'base-map-schema'; readonly schema: string; readonly layers: readonly string[] }
  | { readonly code: 'base-map-version'; readonly version: string };

const vectorTiles = 1;
const compressions: readonly string[] = ['unknown', 'none', 'gzip', 'Brotli', 'Zstandard'];

/** Parses the header of a PMTiles file (specification version 3); a fault if it is another file or has no tiles of New Zealand. */
export function parsePmtilesHeader(bytes: Buffer): PmtilesHeader | PmtilesFault {
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 7) !== 'PMTiles' || bytes[7] !== 3)
    return { code: 'not-pmtiles' };
  if (bytes[99] !== vectorTiles) return { code: 'not-vector-tiles' };
  const [west, south, east, north] = [102, 106, 110, 114].map((at) => bytes.readInt32LE(at) / 1e7);
  if (!touchesService(west, south, east, north)) return { code: 'not-new-zealand' };
  const compression = compressionAt(bytes, 97);
  if (!isUnpacked(compression)) return { code: 'base-map-compression', part: 'directories', compression };
  const ofTiles = compressionAt(bytes, 98);
  // readers take tiles of unknown compression as they are
  if (!isUnpacked(ofTiles) && ofTiles !== 'unknown')
    return { code: 'base-map-compression', part: 'tiles', compression: ofTiles };
  const part = (at: number) => ({ offset: number(bytes, at), length: number(bytes, at + 8) });
  return {
    root: part(8),
    metadata: part(24),
    leaves: part(40),
    tiles: part(56),
    compression,
    mostZoom: bytes[101] ?? 0,
  };
}

function compressionAt(bytes: Buffer, at: number): string {
  const kind = bytes[at] ?? 0;
  return compressions[kind] ?? `number ${kind}`;
}

function isUnpacked(compression: string): compression is Compression {
  return compression === 'none' || compression === 'gzip';
}

/** Layers that only maps of one schema have. */
const otherSchemas: readonly { readonly schema: string; readonly layers: readonly string[] }[] = [
  { schema: 'OpenMapTiles', layers: ['transportation', 'place', 'waterway'] },
  { schema: 'Shortbread', layers: ['streets', 'ocean'] },
];
/** Layers of Protomaps' schema, without which nothing is drawn. */
const drawnLayers = ['earth', 'roads'];
/** The version of Protomaps' schema that is drawn: those before name their kinds otherwise. */
const drawnVersion = 4;

/** Why the layers of a map cannot be drawn; undefined if they can, or if the metadata do not say. */
export function schemaFault(metadata: unknown): PmtilesFault | undefined {
  const { vector_layers, version } = (metadata ?? {}) as {
    readonly vector_layers?: unknown;
    readonly version?: unknown;
  };
  if (!Array.isArray(vector_layers)) return undefined;
  const layers = vector_layers.map((layer: unknown) => String((layer as { readonly id?: unknown } | null)?.id));
  if (!drawnLayers.some((name) => layers.includes(name))) {
    const found = otherSchemas.find((other) => other.layers.some((name) => layers.includes(name)));
    return { code: 'base-map-schema', schema: found?.schema ?? '', layers: layers.slice(0, 10) };
  }
  const major = typeof version === 'string' ? Number.parseInt(version, 10) : Number.NaN;
  return major < drawnVersion ? { code: 'base-map-version', version: String(version) } : undefined;
}

function touchesService(west = 0, south = 0, east = 0, north = 0): boolean {
  return west < serviceArea.east && east > serviceArea.west && south < serviceArea.north && north > serviceArea.south;
}

function number(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at));
}
