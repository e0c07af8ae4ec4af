import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { headerBytes, parsePmtilesHeader } from '#lib/base-map/pmtiles.ts';
import { smallPmtiles } from '#tests/support/base-map/small-pmtiles.ts';
import { type DirectoryEntry, parseDirectory } from './directory.ts';
import { planExtract, startOfArchive } from './extract.ts';

const entry = (tileId: number, runLength: number, offset: number, length: number) => ({
  tileId,
  runLength,
  offset,
  length,
});

test('tiles are packed in the order of their ids, what several have once, neighbours in one piece', () => {
  const entries = [entry(1, 1, 500, 10), entry(2, 1, 510, 20), entry(3, 4, 0, 7), entry(9, 1, 500, 10)];
  expect(planExtract(entries)).toEqual({
    entries: [entry(1, 1, 0, 10), entry(2, 1, 10, 20), entry(3, 4, 30, 7), entry(9, 1, 0, 10)],
    pieces: [
      { offset: 500, length: 30 },
      { offset: 0, length: 7 },
    ],
    tileBytes: 37,
    contents: 3,
  });
});

/** The header of an extract and its directories: the root, then the leaves. */
function written(entries: readonly DirectoryEntry[], compressions: [number, number]) {
  const extract = planExtract(entries);
  const source = smallPmtiles({ tile: Buffer.from('a tile'), compressions });
  const start = startOfArchive(extract, {
    header: source.subarray(0, headerBytes),
    compression: compressions[0] === 2 ? 'gzip' : 'none',
    metadata: Buffer.from('{}'),
    mostZoom: 12,
    bounds: [-180, -48, 180, -33],
    centre: { longitude: 173, latitude: -41, zoom: 5 },
  });
  const header = parsePmtilesHeader(start);
  if ('code' in header) throw new Error(header.code);
  const directory = ({ offset, length }: { readonly offset: number; readonly length: number }) => {
    const bytes = start.subarray(offset, offset + length);
    return parseDirectory(header.compression === 'gzip' ? gunzipSync(bytes) : bytes);
  };
  const root = directory(header.root);
  const below = root
    .filter(({ runLength }) => runLength === 0)
    .map(({ offset, length }) => directory({ offset: header.leaves.offset + offset, length }));
  return { extract, start, header, root, leaves: below.flat() };
}

test('the root and its leaves have every entry, and the root is in the bytes that readers ask for first', () => {
  const entries = Array.from({ length: 300_000 }, (_, at) => entry(3 * at, 1 + (at % 2), 1000 * at, 300 + (at % 977)));
  const { extract, start, header, leaves } = written(entries, [2, 2]);
  expect(leaves).toEqual(extract.entries);
  expect(header.root.offset + header.root.length).toBeLessThanOrEqual(16_384);
  expect(header).toMatchObject({ mostZoom: 12, tiles: { offset: start.length, length: extract.tileBytes } });
});

test('few tiles need no leaves, and directories are written as those of the source', () => {
  const { root, header, extract } = written([entry(0, 1, 0, 9), entry(1, 1, 9, 9)], [1, 2]);
  expect(root).toEqual(extract.entries);
  expect(header).toMatchObject({ compression: 'none', leaves: { length: 0 } });
});
