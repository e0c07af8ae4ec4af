import { gzipSync } from 'node:zlib';
import { headerBytes, type PmtilesHeader } from '#lib/base-map/pmtiles.ts';
import type { ByteRange } from '#lib/web/byte-ranges.ts';
import { type DirectoryEntry, writeDirectory } from './directory.ts';

/** An archive of some of the tiles of another one. */
export interface Extract {
  /** The entries of its tiles, whose offsets are those in its own tile data. */
  readonly entries: readonly DirectoryEntry[];
  /** What its tile data are made of: ranges of the other one's, in the order of the extract. */
  readonly pieces: readonly ByteRange[];
  readonly tileBytes: number;
  /** How many different tiles there are. */
  readonly contents: number;
}

/** Packs tiles together in the order of their ids; what several have is there once. @param entries in order of their ids */
export function planExtract(entries: readonly DirectoryEntry[]): Extract {
  const places = new Map<number, number>();
  const pieces: { offset: number; length: number }[] = [];
  let tileBytes = 0;
  const packed = entries.map((entry) => {
    const { offset, length } = entry;
    const known = places.get(offset);
    if (known !== undefined) return { ...entry, offset: known };
    const place = tileBytes;
    places.set(offset, place);
    tileBytes += length;
    const last = pieces.at(-1);
    if (last !== undefined && last.offset + last.length === offset) last.length += length;
    else pieces.push({ offset, length });
    return { ...entry, offset: place };
  });
  return { entries: packed, pieces, tileBytes, contents: places.size };
}

/** Readers ask for these bytes first: the header and the whole root directory are in them. */
const firstBytes = 16_384;
/** Packed, an entry takes more than a byte. */
const mostRootEntries = firstBytes;
const firstLeafEntries = 4096;

interface HeaderChanges {
  /** The bytes of the other archive's header. */
  readonly header: Buffer;
  readonly compression: PmtilesHeader['compression'];
  /** Metadata as they are stored, with their compression. */
  readonly metadata: Buffer;
  readonly mostZoom: number;
  /** West, south, east and north in degrees. */
  readonly bounds: readonly [number, number, number, number];
  /** What is shown first. */
  readonly centre: { readonly longitude: number; readonly latitude: number; readonly zoom: number };
}

/** All that is before the tile data of an extract: its header, directories and metadata. */
export function startOfArchive(extract: Extract, changes: HeaderChanges): Buffer {
  const { root, leaves } = directoriesOf(extract.entries, changes.compression);
  const { metadata } = changes;
  const header = Buffer.from(changes.header.subarray(0, headerBytes));
  const parts = [root.length, metadata.length, leaves.length, extract.tileBytes];
  let offset = headerBytes;
  parts.forEach((length, place) => {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * place);
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * place);
    offset += length;
  });
  const addressed = extract.entries.reduce((sum, { runLength }) => sum + runLength, 0);
  [addressed, extract.entries.length, extract.contents].forEach((count, place) => {
    header.writeBigUInt64LE(BigInt(count), 72 + 8 * place);
  });
  // clustered: the tile data are in the order of the ids
  header[96] = 1;
  header[101] = changes.mostZoom;
  changes.bounds.forEach((degrees, place) => {
    writeDegrees(header, degrees, 102 + 4 * place);
  });
  const { longitude, latitude, zoom } = changes.centre;
  header[118] = zoom;
  writeDegrees(header, longitude, 119);
  writeDegrees(header, latitude, 123);
  return Buffer.concat([header, root, metadata, leaves]);
}

function writeDegrees(header: Buffer, degrees: number, at: number): void {
  header.writeInt32LE(Math.round(degrees * 1e7), at);
}

function directoriesOf(entries: readonly DirectoryEntry[], compression: PmtilesHeader['compression']) {
  const pack = (own: readonly DirectoryEntry[]) => {
    const directory = writeDirectory(own);
    return compression === 'gzip' ? gzipSync(directory) : directory;
  };
  if (entries.length <= mostRootEntries) {
    const root = pack(entries);
    if (headerBytes + root.length <= firstBytes) return { root, leaves: Buffer.alloc(0) };
  }
  for (let size = firstLeafEntries; ; size *= 2) {
    const { root, leaves } = withLeaves(entries, size, pack);
    if (headerBytes + root.length <= firstBytes) return { root, leaves };
  }
}

function withLeaves(
  entries: readonly DirectoryEntry[],
  size: number,
  pack: (entries: readonly DirectoryEntry[]) => Buffer,
): { root: Buffer; leaves: Buffer } {
  const leaves: Buffer[] = [];
  const found: DirectoryEntry[] = [];
  let offset = 0;
  for (let first = 0; first < entries.length; first += size) {
    const leaf = pack(entries.slice(first, first + size));
    found.push({ tileId: entries[first]?.tileId ?? 0, runLength: 0, offset, length: leaf.length });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: pack(found), leaves: Buffer.concat(leaves) };
}
