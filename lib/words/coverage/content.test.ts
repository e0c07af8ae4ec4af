import { expect, test } from 'vitest';
import { noAreaWords } from './content.ts';

test.each<[features: number, skipped: object, sentence: string]>([
  [0, {}, 'The file has no features, so there is nothing to import.'],
  [
    1200,
    { Point: 1199, 'gx:Track': 1 },
    'The file has no areas, so there is nothing to import: of its 1,200 features, 1,199 are points, 1 is a track (gx:Track). Coverage must be areas (polygons), or points with a radius as CSV.',
  ],
  [
    2,
    { LineString: 1, 'no geometry': 1 },
    'The file has no areas, so there is nothing to import: of its 2 features, 1 is a line, 1 has no geometry. Coverage must be areas (polygons).',
  ],
  [1, {}, 'The file has no areas, so there is nothing to import. Coverage must be areas (polygons).'],
])('%d features, %j', (features, skipped, sentence) => {
  expect(noAreaWords({ features, skipped: { ...skipped } })).toBe(sentence);
});
