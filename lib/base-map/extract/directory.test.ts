import { expect, test } from 'vitest';
import { directoriesFor, parseDirectory, tilesFor, writeDirectory } from './directory.ts';

const entry = (tileId: number, runLength: number, offset: number, length: number) => ({
  tileId,
  runLength,
  offset,
  length,
});

test('a directory that is written is read as the same, with offsets beyond 32 bits', () => {
  const entries = [
    entry(0, 1, 0, 100),
    entry(1, 3, 100, 7),
    entry(9, 1, 0, 100),
    entry(300_000_000, 70_000, 130_000_000_000, 200),
    entry(358_000_000, 0, 130_000_000_200, 16_000),
  ];
  expect(parseDirectory(writeDirectory(entries))).toEqual(entries);
  expect(parseDirectory(writeDirectory([]))).toEqual([]);
});

test.each([
  ['no bytes', []],
  ['more entries than bytes', [200, 1]],
  ['an entry that ends early', [1, 200, 200, 200]],
])('a damaged directory is refused: %s', (_what, bytes) => {
  expect(() => parseDirectory(Uint8Array.from(bytes))).toThrow();
});

test('a run is cut where the tiles that are wanted end', () => {
  const entries = [entry(5, 10, 0, 4), entry(20, 1, 4, 4), entry(21, 5, 8, 4), entry(30, 0, 0, 99)];
  const ids = [
    { first: 0, end: 7 },
    { first: 9, end: 11 },
    { first: 20, end: 22 },
    { first: 40, end: 50 },
  ];
  expect(tilesFor(entries, ids)).toEqual([
    entry(5, 2, 0, 4),
    entry(9, 2, 0, 4),
    entry(20, 1, 4, 4),
    entry(21, 1, 8, 4),
  ]);
});

test('directories are needed whose tiles, up to the next entry, are wanted; the last has all that follow', () => {
  const entries = [entry(0, 0, 0, 9), entry(100, 0, 9, 9), entry(200, 0, 18, 9), entry(300, 0, 27, 9)];
  const firsts = (first: number, end: number) => directoriesFor(entries, [{ first, end }]).map(({ tileId }) => tileId);
  expect(firsts(99, 100)).toEqual([0]);
  expect(firsts(99, 101)).toEqual([0, 100]);
  expect(firsts(5000, 5001)).toEqual([300]);
});
