import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

test.each([
  ['Ōpōtiki District', [], 'opotiki-district'],
  ['Hawke’s Bay', [], 'hawkes-bay'],
  ["Central Hawke's Bay District", [], 'central-hawkes-bay-district'],
  ['Thames-Coromandel', [], 'thames-coromandel'],
  ['Otago / Southland', ['otago-southland'], 'otago-southland-2'],
  ['A', ['a', 'a-2'], 'a-3'],
  ['日本', [], 'area'],
  ['日本', ['area'], 'area-2'],
  ['–', [], 'area'],
])('%s is %s in addresses', (name, taken, slug) => {
  expect(slugOf(name, new Set(taken))).toBe(slug);
});
