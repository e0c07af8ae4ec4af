import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type DirectoryEntry, tilesFor, writeDirectory } from '#lib/base-map/extract/directory.ts';
import { newZealand, tileIdsOf } from '#lib/base-map/extract/region.ts';

const headerBytes = 127;
const tileBytes = 50_000;
const runBytes = 300;
const runTiles = 64;
const fullZooms = 8;
const leafEntries = 3000;
const firstIdOf = (zoom: number) => (4 ** zoom - 1) / 3;

/** The closest zoom of `writeWorld`. */
export const worldZoom = fullZooms + 1;

/**
 * Writes a PMTiles file of the shape of Protomaps' builds: the whole world in leaf directories, 4 GB of tiles, of which the disk
 * has only those of New Zealand. Every seventh tile from zoom 5 on is the same as the first of them; those of the closest zoom
 * are in runs.
 */
export function writeWorld(path: string, metadata: object): void {
  const entries: DirectoryEntry[] = [];
  let [offset, ocean] = [0, 0];
  for (let tileId = 0; tileId < firstIdOf(fullZooms + 1); tileId++) {
    const isOcean = tileId > firstIdOf(5) && tileId % 7 === 0;
    if (isOcean && ocean > 0) entries.push({ tileId, runLength: 1, offset: ocean, length: tileBytes });
    else entries.push({ tileId, runLength: 1, offset, length: tileBytes });
    if (isOcean && ocean === 0) ocean = offset;
    if (!isOcean || ocean === offset) offset += tileBytes;
  }
  for (let tileId = firstIdOf(worldZoom); tileId < firstIdOf(worldZoom + 1); tileId += runTiles) {
    entries.push({ tileId, runLength: runTiles, offset, length: runBytes });
    offset += runBytes;
  }
  const leaves: Buffer[] = [];
  const root: DirectoryEntry[] = [];
  for (let first = 0; first < entries.length; first += leafEntries) {
    const leaf = gzipSync(writeDirectory(entries.slice(first, first + leafEntries)));
    const before = root.at(-1);
    const at = before === undefined ? 0 : before.offset + before.length;
    root.push({ tileId: entries[first]?.tileId ?? 0, runLength: 0, offset: at, length: leaf.length });
    leaves.push(leaf);
  }
  const parts = [gzipSync(writeDirectory(root)), gzipSync(JSON.stringify(metadata)), Buffer.concat(leaves)];
  const start = Buffer.concat([headerOf([...parts.map(({ length }) => length), offset]), ...parts]);
  const file = openSync(path, 'w');
  writeSync(file, start);
  ftruncateSync(file, start.length + offset);
  for (const { tileId, offset: at } of tilesFor(entries, tileIdsOf(newZealand, worldZoom)))
    writeSync(file, `tile ${tileId}`, start.length + at);
  closeSync(file);
}

/** @param lengths of the root, the metadata, the leaves and the tiles, which follow each other */
function headerOf(lengths: readonly number[]): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  let offset = headerBytes;
  lengths.forEach((length, place) => {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * place);
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * place);
    offset += length;
  });
  // clustered, directories in gzip, tiles without compression, vector tiles, zooms
  header.set([1, 2, 1, 1, 0, worldZoom], 96);
  [-180, -85, 180, 85].forEach((degrees, place) => {
    header.writeInt32LE(degrees * 1e7, 102 + 4 * place);
  });
  return header;
}
