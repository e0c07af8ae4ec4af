import { expect, test } from 'vitest';
import { importLimits } from '#lib/broadband/import/import-limits.ts';
import { Refusal } from '#lib/refusal.ts';
import { AreaBuilder } from './area-builder.ts';

test('a feature of more than 20 million positions is refused while they come', () => {
  const area = new AreaBuilder();
  area.begin();
  let taken = 0;
  const take = () => {
    for (; taken < 2 * importLimits.vertices; taken++) area.addComputed(174, -41);
  };
  expect(take).toThrow(new Refusal('The file has more than 20,000,000 vertices: split it, or generalise it.'));
  // it is noticed when memory would have to grow
  expect(taken).toBeLessThan(1.6 * importLimits.vertices);
});

test('positions that are no numbers are stray, whatever format they come from', () => {
  const area = new AreaBuilder();
  area.begin();
  for (const [x, y] of [
    [Number.NaN, -41],
    [174, Number.POSITIVE_INFINITY],
    [175, -41],
    [174, -40],
  ] as const)
    area.addPosition(x, y);
  area.endRing();
  area.endPolygon();
  const { parts, stray, extent } = area.build();
  expect(parts).toEqual([]);
  expect(stray.descriptions).toEqual([
    'longitude NaN is outside -180 to 360 (ring 1, position 1)',
    'latitude Infinity is outside -90 to 90 (ring 1, position 2)',
  ]);
  expect(extent).toMatchObject({ minX: 174, maxX: 175, minY: -41, maxY: -40 });
});
