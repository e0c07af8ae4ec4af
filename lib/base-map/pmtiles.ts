import { serviceArea } from '#lib/map/area/service-area.ts';

/** The bytes of the header of a PMTiles file of version 3. */
export const headerBytes = 127;

/** Where a part of the file is. */
interface Part {
  readonly offset: number;
  readonly length: number;
}

/** What the header says that matters here. */
export interface PmtilesHeader {
  readonly metadata: Part;
  readonly tiles: Part;
  /** How directories and metadata are compressed. */
  readonly compression: 'none' | 'gzip' | 'other';
  readonly mostZoom: number;
}

/** Why a file is not a street map for this service. */
export type PmtilesFault = 'not-pmtiles' | 'not-vector-tiles' | 'not-new-zealand';

const vectorTiles = 1;
const compressions: Readonly<Record<number, PmtilesHeader['compression']>> = { 1: 'none', 2: 'gzip' };

/** Parses the header of a PMTiles file (specification version 3); a fault if it is another file or has no tiles of New Zealand. */
export function parsePmtilesHeader(bytes: Buffer): PmtilesHeader | PmtilesFault {
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 7) !== 'PMTiles' || bytes[7] !== 3)
    return 'not-pmtiles';
  if (bytes[99] !== vectorTiles) return 'not-vector-tiles';
  const [west, south, east, north] = [102, 106, 110, 114].map((at) => bytes.readInt32LE(at) / 1e7);
  if (!touchesService(west, south, east, north)) return 'not-new-zealand';
  const part = (at: number) => ({ offset: number(bytes, at), length: number(bytes, at + 8) });
  return {
    metadata: part(24),
    tiles: part(56),
    compression: compressions[bytes[97] ?? 0] ?? 'other',
    mostZoom: bytes[101] ?? 0,
  };
}

function touchesService(west = 0, south = 0, east = 0, north = 0): boolean {
  return west < serviceArea.east && east > serviceArea.west && south < serviceArea.north && north > serviceArea.south;
}

function number(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at));
}
