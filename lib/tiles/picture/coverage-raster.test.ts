import { describe, expect, test } from 'vitest';
import { cutToPieces } from '#lib/tiles/pieces/cut.ts';
import { type Ring, reversed } from '#lib/tiles/pieces/ring.ts';
import { box, star, windingAt } from '#tests/models/sample-rings.ts';
import { seededRandom } from '#tests/models/sample-shapes.ts';
import { tries } from '#tests/support/long.ts';
import { CoverageRaster } from './coverage-raster.ts';

function rasterOf(rings: readonly Ring[], side: number, scale = 1, west = 0, north = 0): Float32Array {
  const raster = new CoverageRaster(side, west, north, scale);
  for (const ring of rings) raster.add(ring);
  return raster.take();
}

const sum = (values: Float32Array) => values.reduce((total, value) => total + value, 0);

/** The share of a pixel, sampled at 32 × 32 points. */
function sampled(rings: readonly Ring[], x: number, y: number, scale: number): number {
  let inside = 0;
  for (let row = 0; row < 32; row++) {
    for (let column = 0; column < 32; column++) {
      const [atX, atY] = [(x + (column + 0.5) / 32) / scale, (y + (row + 0.51) / 32) / scale];
      if (windingAt(rings, atX, atY) !== 0) inside++;
    }
  }
  return inside / 1024;
}

describe('the share of a pixel that is covered', () => {
  test('is exact for a rectangle between the lines of the raster', () => {
    const covered = rasterOf([box(1, 1, 6, 3)], 4, 0.5);
    const rows = [0, 4, 8, 12].map((row) => [...covered.subarray(row, row + 4)]);
    expect(rows).toEqual([
      [0.25, 0.5, 0.5, 0],
      [0.25, 0.5, 0.5, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  test('agrees with a thousand points in it, for any shape and in either direction', () => {
    const random = seededRandom(31);
    for (let round = 0; round < tries(20, 400); round++) {
      const ring = star(random, random(3, 20), 1600);
      for (const rings of [[ring], [reversed(ring)]]) {
        const covered = rasterOf(rings, 20, 1 / 80);
        for (let pixel = 0; pixel < 400; pixel += 7) {
          const exact = sampled(rings, pixel % 20, Math.floor(pixel / 20), 1 / 80);
          expect(Math.abs((covered[pixel] ?? 0) - exact)).toBeLessThan(0.03);
        }
      }
    }
  });

  test('adds up to the area', () => {
    expect(sum(rasterOf([Int32Array.of(10, 10, 190, 60, 40, 180)], 20, 0.1))).toBeCloseTo(
      Math.abs((180 * 170 - 30 * 50) / 2 / 100),
      3,
    );
  });
});

describe('areas that meet', () => {
  test('along a border that slants through pixels leave no visible seam', () => {
    const left = Int32Array.of(0, 0, 700, 0, 300, 1000, 0, 1000);
    const right = Int32Array.of(700, 0, 1000, 0, 1000, 1000, 300, 1000);
    for (const share of rasterOf([left, right], 10, 0.01)) expect(share).toBeCloseTo(1, 9);
  });

  test('along the cuts of pieces leave no visible seam', () => {
    const random = seededRandom(32);
    for (let round = 0; round < tries(10, 200); round++) {
      const ring = star(random, random(5, 40), 3000);
      const pieces: Ring[] = [];
      cutToPieces([ring], 128, (_column, _row, cut) => void pieces.push(...cut));
      const [whole, cut] = [rasterOf([ring], 30, 0.01), rasterOf(pieces, 30, 0.01)];
      // a cut is rounded to a whole coordinate, which is a hundredth of a pixel here
      whole.forEach((share, pixel) => {
        expect(Math.abs(share - (cut[pixel] ?? 0))).toBeLessThan(0.02);
      });
    }
  });

  test('and overlap count once, and a hole that another area fills is covered', () => {
    const covered = rasterOf([box(0, 0, 6, 6), reversed(box(2, 2, 4, 4)), box(1, 1, 5, 5), box(0, 0, 6, 6)], 6);
    expect(new Set(covered)).toEqual(new Set([1]));
    expect(sum(rasterOf([box(0, 0, 6, 6), reversed(box(2, 2, 4, 4))], 6))).toBe(32);
  });
});

test('areas outside the raster only affect the part they cover', () => {
  const random = seededRandom(33);
  for (let round = 0; round < tries(20, 400); round++) {
    const ring = star(random, random(3, 30), 10_000);
    const whole = rasterOf([ring], 50, 1 / 200);
    const part = rasterOf([ring], 10, 1 / 200, 4000, 6000);
    for (let pixel = 0; pixel < 100; pixel++) {
      const [x, y] = [20 + (pixel % 10), 30 + Math.floor(pixel / 10)];
      expect(part[pixel]).toBeCloseTo(whole[y * 50 + x] ?? 0, 6);
    }
  }
});

test('a raster without edges nearby is either empty or completely covered', () => {
  const raster = new CoverageRaster(8, 0, 0, 1);
  raster.add(box(0, 20, 8, 30));
  raster.add(box(10, 0, 18, 8));
  expect(raster.isEmpty).toBe(true);
  raster.add(box(-100, -100, 100, 100));
  expect(raster.isEmpty).toBe(false);
  expect(new Set(raster.take())).toEqual(new Set([1]));
});
