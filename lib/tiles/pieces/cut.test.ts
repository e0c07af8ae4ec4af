import { describe, expect, test } from 'vitest';
import { box, distanceToEdge, star, tangle, windingAt } from '#tests/models/sample-rings.ts';
import { seededRandom } from '#tests/models/sample-shapes.ts';
import { tries } from '#tests/support/long.ts';
import { clipToWindow, cutToPieces } from './cut.ts';
import { doubleArea, type Ring } from './ring.ts';

const side = 4096;

function piecesOf(rings: readonly Ring[]): Map<string, readonly Ring[]> {
  const pieces = new Map<string, readonly Ring[]>();
  cutToPieces(rings, side, (column, row, cut) => {
    expect(pieces.has(`${column}/${row}`)).toBe(false);
    pieces.set(`${column}/${row}`, cut);
  });
  return pieces;
}

const shapes = {
  'a shape that does not cross itself': star,
  'a tangle': tangle,
} as const;

describe.each(Object.entries(shapes))('%s, cut to pieces', (_name, draw) => {
  test('covers the same ground, each square by its own piece', () => {
    const random = seededRandom(11);
    let asked = 0;
    for (let round = 0; round < tries(60, 1200); round++) {
      const rings = [draw(random, random(3, 40), 9 * side)];
      const pieces = piecesOf(rings);
      for (let point = 0; point < 40; point++) {
        const [x, y] = [random(0, 9 * side) + 0.5, random(0, 9 * side) + 0.25];
        if (distanceToEdge(rings, x, y) < 2) continue;
        const piece = pieces.get(`${Math.floor(x / side)}/${Math.floor(y / side)}`) ?? [];
        expect(windingAt(piece, x, y)).toBe(windingAt(rings, x, y));
        asked++;
      }
    }
    expect(asked).toBeGreaterThan(2000);
  });

  test('has no piece that extends beyond its square, and the pieces together are the whole area', () => {
    const random = seededRandom(12);
    for (let round = 0; round < tries(60, 1200); round++) {
      const rings = [draw(random, random(3, 40), 9 * side)];
      let area = 0;
      for (const [square, piece] of piecesOf(rings)) {
        const [column = 0, row = 0] = square.split('/').map(Number);
        for (const ring of piece) {
          area += doubleArea(ring);
          for (let at = 0; at < ring.length; at += 2) {
            expect(ring[at]).toBeGreaterThanOrEqual(column * side);
            expect(ring[at]).toBeLessThanOrEqual((column + 1) * side);
            expect(ring[at + 1]).toBeGreaterThanOrEqual(row * side);
            expect(ring[at + 1]).toBeLessThanOrEqual((row + 1) * side);
          }
        }
      }
      // each cut is rounded by at most half a step
      const whole = doubleArea(rings[0] ?? new Int32Array());
      expect(Math.abs(area - whole)).toBeLessThanOrEqual(80 * 9 * 9 * side);
    }
  });
});

test('a rectangle along the grid lines is only in its own squares', () => {
  expect([...piecesOf([box(side, side, 3 * side, 2 * side)]).keys()].sort()).toEqual(['1/1', '2/1']);
});

test('a square that a ring only passes along the line of has no piece from there', () => {
  const line = 2 * side;
  // four bridges above the line, between legs that go down in the first and the third column
  const bridge = (left: number, right: number, y: number) => [left, 100, left, y, right, y, right, 100];
  const there = [...bridge(100, 9000, line + 900), 9100, 100, 9100, line + 900, 200, line + 900, 200, 100];
  const back = [...bridge(300, 9200, 4 * side - 100), 9300, 100, 9300, line + 1100, 400, line + 1100, 400, 100];
  const ring = Int32Array.from([...there, ...back]);
  const pieces = piecesOf([ring]);
  expect(pieces.has('1/1')).toBe(false);
  expect(windingAt(pieces.get('1/2') ?? [], 5000, line + 500)).toBe(windingAt([ring], 5000, line + 500));
});

test('only the ends of a run along a line are kept', () => {
  const comb = Int32Array.of(0, 0, 9000, 0, 9000, 4000, 7000, 4000, 7000, 1000, 6000, 1000, 6000, 4000, 0, 4000);
  for (const [square, piece] of piecesOf([comb])) {
    for (const ring of piece) expect(ring.length / 2, square).toBeLessThanOrEqual(8);
  }
});

test('clipped to a window, the inside is covered as before and nothing is outside', () => {
  const random = seededRandom(13);
  const window = { minX: 5000, minY: 7000, maxX: 15_000, maxY: 12_345 };
  for (let round = 0; round < tries(60, 1200); round++) {
    const rings = [tangle(random, random(3, 30), 30_000), star(random, random(3, 30), 30_000)];
    const clipped = clipToWindow(rings, window);
    for (let point = 0; point < 40; point++) {
      const [x, y] = [random(window.minX, window.maxX - 1) + 0.5, random(window.minY, window.maxY - 1) + 0.25];
      if (distanceToEdge(rings, x, y) < 2) continue;
      expect(windingAt(clipped, x, y)).toBe(windingAt(rings, x, y));
    }
    for (const ring of clipped) {
      for (let at = 0; at < ring.length; at += 2) {
        expect(ring[at]).toBeGreaterThanOrEqual(window.minX);
        expect(ring[at]).toBeLessThanOrEqual(window.maxX);
        expect(ring[at + 1]).toBeGreaterThanOrEqual(window.minY);
        expect(ring[at + 1]).toBeLessThanOrEqual(window.maxY);
      }
    }
  }
});
