import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inPieces, sortInPieces } from './pieces.ts';

let nowMs = 0;
beforeEach(() => {
  nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function piecesOf(values: Iterable<number>, msEach: number): Promise<number[][]> {
  const pieces: number[][] = [];
  const nextPiece = async () => void pieces.push([]);
  await inPieces(values, nextPiece, (value) => {
    nowMs += msEach;
    pieces.at(-1)?.push(value);
  });
  return pieces;
}

test('a piece ends after 2 ms, and has one value at least', async () => {
  expect(await piecesOf([0, 1, 2, 3, 4], 1)).toEqual([[0, 1], [2, 3], [4]]);
  expect(await piecesOf([0, 1, 2], 100)).toEqual([[0], [1], [2], []]);
});

test('quick work is one piece', async () => {
  expect(await piecesOf([0, 1, 2, 3], 0)).toEqual([[0, 1, 2, 3]]);
  expect(await piecesOf([], 1)).toEqual([[]]);
});

test('the time that it takes to get a value counts', async () => {
  function* slow() {
    for (const value of [0, 1]) {
      nowMs += 5;
      yield value;
    }
  }
  expect(await piecesOf(slow(), 0)).toEqual([[0], [1], []]);
});

test('each piece is ended before the next begins', async () => {
  const happened: string[] = [];
  await inPieces(
    [0, 1],
    async () => void happened.push('begun'),
    () => {
      nowMs += 3;
    },
    () => happened.push('ended'),
  );
  expect(happened).toEqual(['begun', 'ended', 'begun', 'ended', 'begun', 'ended']);
});

test('what gives the values is closed when the work fails', async () => {
  let isClosed = false;
  function* values() {
    try {
      for (let value = 0; ; value++) yield value;
    } finally {
      isClosed = true;
    }
  }
  const failing = inPieces(
    values(),
    async () => {},
    (value) => {
      if (value === 3) throw new Error('failed');
    },
  );
  await expect(failing).rejects.toThrow('failed');
  expect(isClosed).toBe(true);
});

test('values are sorted as at once, and equal ones keep their order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(4500), fc.integer({ min: 1, max: 5000 }), fc.nat(), async (count, kinds, seed) => {
      const values = Array.from({ length: count }, (_, place) => ({ key: (place * 7919 + seed) % kinds, place }));
      const byKey = (one: { key: number }, other: { key: number }) => one.key - other.key;
      expect(await sortInPieces(values, byKey, async () => {})).toEqual(values.toSorted(byKey));
    }),
    { numRuns: 20 },
  );
});
