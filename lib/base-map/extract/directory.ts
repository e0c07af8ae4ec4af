import { type Entry, readVarint } from 'pmtiles';
import type { IdRange } from './region.ts';

/**
 * An entry of a directory of PMTiles 3: `runLength` tiles from `tileId` on have the same bytes. With a run length of 0 it
 * is a directory, of the tiles up to the next entry.
 */
export type DirectoryEntry = Readonly<Entry>;

/** Parses a directory that has been unpacked. @throws Error for a damaged one */
export function parseDirectory(buf: Uint8Array): DirectoryEntry[] {
  const at = { buf, pos: 0 };
  const count = readVarint(at);
  // an entry has at least four bytes
  if (count * 4 > buf.length) throw new Error(`A directory of ${buf.length} bytes cannot have ${count} entries.`);
  const column = () => Array.from({ length: count }, () => readVarint(at));
  const [steps, runLengths, lengths, offsets] = [column(), column(), column(), column()];
  if (at.pos > buf.length) throw new Error(`A directory of ${buf.length} bytes ends within an entry.`);
  let [tileId, end] = [0, 0];
  return steps.map((step, place) => {
    const [length = 0, runLength = 0, stored = 0] = [lengths[place], runLengths[place], offsets[place]];
    tileId += step;
    // 0: right after the entry before
    const offset = stored === 0 ? end : stored - 1;
    end = offset + length;
    return { tileId, runLength, length, offset };
  });
}

/** Writes a directory, without packing it. */
export function writeDirectory(entries: readonly DirectoryEntry[]): Buffer {
  const bytes: number[] = [];
  pushVarint(bytes, entries.length);
  let before = 0;
  for (const { tileId } of entries) {
    pushVarint(bytes, tileId - before);
    before = tileId;
  }
  for (const { runLength } of entries) pushVarint(bytes, runLength);
  for (const { length } of entries) pushVarint(bytes, length);
  let end: number | undefined;
  for (const { offset, length } of entries) {
    pushVarint(bytes, offset === end ? 0 : offset + 1);
    end = offset + length;
  }
  return Buffer.from(bytes);
}

/** The directories among `entries` that may have tiles of `ids`. Both are in order. */
export function directoriesFor(entries: readonly DirectoryEntry[], ids: readonly IdRange[]): DirectoryEntry[] {
  return entries.filter(({ runLength, tileId }, place) => {
    const end = entries[place + 1]?.tileId ?? Number.POSITIVE_INFINITY;
    return runLength === 0 && overlapping(ids, tileId, end).length > 0;
  });
}

/** The entries of tiles of `ids`; a run is cut where they end. Both are in order. */
export function tilesFor(entries: readonly DirectoryEntry[], ids: readonly IdRange[]): DirectoryEntry[] {
  return entries.flatMap((entry) =>
    overlapping(ids, entry.tileId, entry.tileId + entry.runLength).map(({ first, end }) => {
      const tileId = Math.max(first, entry.tileId);
      const runLength = Math.min(end, entry.tileId + entry.runLength) - tileId;
      return { tileId, runLength, offset: entry.offset, length: entry.length };
    }),
  );
}

/** The ranges that have ids from `first` to before `end`. */
function overlapping(ids: readonly IdRange[], first: number, end: number): IdRange[] {
  let [low, high] = [0, ids.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle]?.end ?? 0) <= first) low = middle + 1;
    else high = middle;
  }
  const found: IdRange[] = [];
  for (let range = ids[low]; range !== undefined && range.first < end; range = ids[++low]) found.push(range);
  return found;
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
