import { describe, expect, test } from 'vitest';
import { SERVICE_BOX } from '#lib/broadband/point.ts';
import { cellKey, KEY_SPAN, meetsSquare, ROOT } from './cell.ts';

describe('cellKey', () => {
  test.each([
    ['the first cell', 0, 0, 0],
    ['its last point', 511, 511, 0],
    ['east comes before north', 512, 0, 1],
    ['north', 0, 512, 2],
    ['north-east', 512, 512, 3],
    ['upper bits', 512 * 512, 0, 2 ** 18],
    ['the east half', 2 ** 26, 0, 2 ** 34],
    ['the north half', 0, 2 ** 26, 2 ** 35],
    ['the last cell', 2 ** 27 - 1, 2 ** 27 - 1, 2 ** 36 - 1],
  ])('%s', (_, east, north, key) => {
    expect(cellKey(ROOT.x + east, ROOT.y + north)).toBe(key);
  });

  test('N1: all corners of the service box have a key', () => {
    for (const x of [SERVICE_BOX.minX, SERVICE_BOX.maxX]) {
      for (const y of [SERVICE_BOX.minY, SERVICE_BOX.maxY]) {
        expect(cellKey(x, y)).toBeGreaterThan(0);
        expect(cellKey(x, y)).toBeLessThan(KEY_SPAN);
      }
    }
  });

  test.each([
    [ROOT.x - 1, ROOT.y],
    [ROOT.x, ROOT.y - 1],
    [ROOT.x + ROOT.side, ROOT.y],
    [ROOT.x, ROOT.y + ROOT.side],
    [Number.NaN, ROOT.y],
  ])('the point %d, %d is refused', (x, y) => {
    expect(() => cellKey(x, y)).toThrow(`The point ${x}, ${y} lies outside the indexed square.`);
  });
});

describe('an edge and the closed square from 0, 0 to 8, 8', () => {
  test.each<[string, [number, number, number, number], boolean]>([
    ['inside', [1, 1, 7, 7], true],
    ['through it', [-5, 3, 20, 4], true],
    ['along its east border', [8, -5, 8, 20], true],
    ['ending on its north border', [4, 8, 4, 20], true],
    ['touching a corner', [6, 10, 10, 6], true],
    ['touching a corner with an end', [8, 8, 20, 20], true],
    ['a single point on the border', [0, 4, 0, 4], true],
    ['a single point beside it', [-1, 4, -1, 4], false],
    ['one unit past a corner', [7, 10, 10, 7], false],
    ['one unit past the other corner', [-2, 1, 1, -2], false],
    ['past a corner, falling', [7, -2, 10, 1], false],
    ['past a corner, rising', [-2, 7, 1, 10], false],
    ['beside it', [9, -5, 9, 20], false],
    ['below it', [-5, -1, 20, -1], false],
    ['on the line of its border only', [9, 8, 20, 8], false],
  ])('%s', (_, [ax, ay, bx, by], meets) => {
    expect(meetsSquare(ax, ay, bx, by, 0, 0, 8)).toBe(meets);
    expect(meetsSquare(bx, by, ax, ay, 0, 0, 8)).toBe(meets);
  });
});
