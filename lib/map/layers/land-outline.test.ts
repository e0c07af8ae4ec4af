import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { landFile, landText } from '#scripts/build-land.ts';
import { packLand } from '#scripts/pack-land.ts';
import { type PackedLand, parsePackedLand, unpackLand } from './land-outline.ts';

describe('the land outline', () => {
  const served = readFileSync(landFile, 'utf8');
  const land = parsePackedLand(JSON.parse(served)) as PackedLand;

  test('is exactly the output of the script for Natural Earth', () => {
    expect(served).toBe(landText());
  });

  test('is at most 40 KB', () => {
    expect(Buffer.byteLength(served)).toBeLessThanOrEqual(40_000);
  });

  test.each([
    ['Cape Rēinga', -34.42, 172.68],
    ['East Cape', -37.69, 178.55],
    ['Te Ika-a-Māui, the south end', -41.61, 175.29],
    ['Te Waipounamu, the west end', -45.9, 166.47],
    ['Rakiura Stewart Island, the south end', -47.28, 167.53],
    ['Aotea Great Barrier Island', -36.2, 175.4],
  ])('reaches %s', (_place, latitude, longitude) => {
    const nearest = Math.min(
      ...unpackLand(land)
        .flat()
        .map(([lat, lng]) => Math.hypot(lat - latitude, lng - longitude)),
    );
    expect(nearest).toBeLessThan(0.12);
  });
});

describe('packing', () => {
  test('returns the points on the grid, latitude first, without the closing one', () => {
    const ring = [
      [174.7756, -41.2866],
      [174.9, -41.2866],
      [174.9, -41.1],
      [174.7756, -41.2866],
    ] as const;
    const packed = packLand([ring], 1000);
    expect(packed).toEqual({ stepsPerDegree: 1000, islands: [[174776, -41287, 124, 0, 0, 187]] });
    expect(unpackLand(packed)).toEqual([
      [
        [-41.287, 174.776],
        [-41.287, 174.9],
        [-41.1, 174.9],
      ],
    ]);
  });

  test('drops points that coincide on the grid', () => {
    const ring = [
      [1, 1],
      [1.0001, 1],
      [2, 2],
      [1, 1],
    ] as const;
    expect(packLand([ring], 1000).islands).toEqual([[1000, 1000, 1000, 1000]]);
  });

  test.each([
    ['nothing', null],
    ['a text', 'nz'],
    ['no islands', { stepsPerDegree: 1000 }],
    ['a grid of zero', { stepsPerDegree: 0, islands: [] }],
    ['a text among the numbers', { stepsPerDegree: 1000, islands: [[1, '2']] }],
  ])('refuses %s', (_what, value) => {
    expect(parsePackedLand(value)).toBeUndefined();
  });
});
