import { expect, test } from 'vitest';
import { importLimits } from '#lib/broadband/import/source-file.ts';
import { refusalOf, wordsOf } from '#tests/support/refusals.ts';
import { AreaBuilder } from './area-builder.ts';

test('a feature of more than 20 million positions is refused while they are added', () => {
  const area = new AreaBuilder();
  area.begin();
  let taken = 0;
  const take = () => {
    for (; taken < 2 * importLimits.vertices; taken++) area.addComputed(174, -41);
  };
  expect(refusalOf(take).reason).toEqual({ code: 'too-many-vertices', most: 20_000_000 });
  // the limit is checked when more memory is needed
  expect(taken).toBeLessThan(1.6 * importLimits.vertices);
});

test('positions that are not numbers are stray in every format', () => {
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
  expect(stray.faults.map(wordsOf)).toEqual([
    'The longitude NaN is outside -180 to 360 (ring 1, position 1).',
    'The latitude Infinity is outside -90 to 90 (ring 1, position 2).',
  ]);
  expect(extent).toMatchObject({ minX: 174, maxX: 175, minY: -41, maxY: -40 });
});
