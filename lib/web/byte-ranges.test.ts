import { expect, test } from 'vitest';
import { mergedRanges, slicesOf } from './byte-ranges.ts';

const range = (offset: number, length: number) => ({ offset, length });

test('neighbours are merged over a gap that is not larger, whatever their order', () => {
  const ranges = [range(500, 10), range(0, 100), range(110, 20), range(105, 5), range(141, 9)];
  expect(mergedRanges(ranges, { gap: 10, most: 1000 })).toEqual([range(0, 130), range(141, 9), range(500, 10)]);
  expect(mergedRanges(ranges, { gap: 11, most: 1000 })).toEqual([range(0, 150), range(500, 10)]);
  expect(mergedRanges([], { gap: 10, most: 1000 })).toEqual([]);
});

test('a long range is cut', () => {
  expect(mergedRanges([range(7, 25)], { gap: 0, most: 10 })).toEqual([range(7, 10), range(17, 10), range(27, 5)]);
});

test('bytes are found in their parts, also across a cut', () => {
  const parts = [range(7, 10), range(17, 10), range(40, 5)];
  expect(slicesOf(range(15, 4), parts)).toEqual([
    { part: parts[0], start: 8, length: 2 },
    { part: parts[1], start: 0, length: 2 },
  ]);
  expect(slicesOf(range(41, 2), parts)).toEqual([{ part: parts[2], start: 1, length: 2 }]);
});
