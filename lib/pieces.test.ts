import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inPieces } from './pieces.ts';

let nowMs = 0;
beforeEach(() => {
  nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function piecesOf(count: number, msEach: number): Promise<number[][]> {
  const pieces: number[][] = [];
  const nextPiece = async () => void pieces.push([]);
  await inPieces(count, nextPiece, (place) => {
    nowMs += msEach;
    pieces.at(-1)?.push(place);
  });
  return pieces;
}

test('a piece ends after 2 ms, and has one place at least', async () => {
  expect(await piecesOf(5, 1)).toEqual([[0, 1], [2, 3], [4]]);
  expect(await piecesOf(3, 100)).toEqual([[0], [1], [2]]);
});

test('quick work is one piece, and none is no piece', async () => {
  expect(await piecesOf(4, 0)).toEqual([[0, 1, 2, 3]]);
  expect(await piecesOf(0, 1)).toEqual([]);
});

test('each piece is ended before the next begins', async () => {
  const happened: string[] = [];
  await inPieces(
    2,
    async () => void happened.push('begun'),
    () => {
      nowMs += 3;
    },
    () => happened.push('ended'),
  );
  expect(happened).toEqual(['begun', 'ended', 'begun', 'ended']);
});
