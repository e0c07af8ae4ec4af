import { expect, test } from 'vitest';
import { extentWords } from './projection-words.ts';

const nearest = { town: 'Hamilton', kilometres: 12 };

test.each([
  ['from north to south', { west: 173, east: 175.6, south: -38, north: -35 }, 'Kaitāia to Cambridge'],
  [
    'from west to east if it is wider',
    { west: 168, east: 174.5, south: -46.5, north: -43 },
    'Invercargill to Christchurch',
  ],
  ['one town', { west: 174.6, east: 174.9, south: -41.35, north: -41.25 }, 'Around Wellington'],
  ['no town', { west: 171, east: 171.1, south: -43.1, north: -43 }, /^Centre .*Hamilton$/],
])('an extent is in words that hold for it: %s', (_how, box, words) => {
  expect(extentWords({ ...box, ...nearest })).toMatch(words);
});
