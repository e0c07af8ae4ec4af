import { gzipSync } from 'node:zlib';

interface SmallMap {
  /** The tile of zoom 0: a Mapbox vector tile. */
  readonly tile: Uint8Array;
  /** How many tiles, from that of zoom 0 on, are this one. */
  readonly tiles?: number;
  readonly attribution?: string | undefined;
  /** West, south, east and north in degrees; the world without it. */
  readonly bounds?: readonly [number, number, number, number];
  /** 1: vector tiles, 2: PNG. */
  readonly tileType?: number;
  /** What the header says of the directories and of the tiles: 1 none, 2 gzip, 3 Brotli, 4 Zstandard. */
  readonly compressions?: readonly [directories: number, tiles: number];
  /** What the metadata have besides the attribution. */
  readonly metadata?: object;
}

const headerBytes = 127;
const none = 1;
const gzip = 2;

/** A PMTiles file (version 3) whose tiles are all the same: only that of zoom 0, unless it says of more. */
export function smallPmtiles({
  tile,
  tiles = 1,
  attribution,
  bounds = [-180, -85, 180, 85],
  tileType = 1,
  compressions = [gzip, none],
  metadata: more = {},
}: SmallMap): Buffer {
  // one entry: tile 0, its run, its length, at offset 0 (stored plus one)
  const directory = gzipSync(Buffer.from([1, 0, ...varint(tiles), ...varint(tile.length), 1]));
  const metadata = gzipSync(JSON.stringify(attribution === undefined ? more : { ...more, attribution }));
  const mostZoom = Math.floor(Math.log(3 * tiles) / Math.log(4));
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  const parts = [
    [8, headerBytes, directory.length],
    [24, headerBytes + directory.length, metadata.length],
    [40, headerBytes + directory.length + metadata.length, 0],
    [56, headerBytes + directory.length + metadata.length, tile.length],
  ] as const;
  for (const [at, offset, length] of parts) {
    header.writeBigUInt64LE(BigInt(offset), at);
    header.writeBigUInt64LE(BigInt(length), at + 8);
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at);
  header.set([1, ...compressions, tileType, 0, mostZoom], 96);
  bounds.forEach((degrees, at) => {
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * at);
  });
  return Buffer.concat([header, directory, metadata, tile]);
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}
