import { expect, test } from 'vitest';
import { searchTextOf, searchWordsOf } from './search-words.ts';

test('a name is indexed by its words, and the first word also with a marker', () => {
  expect(searchTextOf('Te Ātatū South')).toBe('→te te atatu south');
});

test('a single word may be incomplete', () => {
  expect(searchWordsOf('Wha')).toEqual({ folded: 'wha', atStart: '"→wha"*', anywhere: '"wha"*', loosely: '"wha"*' });
});

test('earlier words are complete or, in a loose search, prefixes; numbers and single letters are always complete', () => {
  expect(searchWordsOf('12 a que st')).toEqual({
    folded: '12 a que st',
    atStart: '"→12" AND "a" AND "que" AND ("st"* OR "saint" OR "stret")',
    anywhere: '"12" AND "a" AND "que" AND ("st"* OR "saint" OR "stret")',
    loosely: '"12" AND "a" AND "que"* AND ("st"* OR "saint" OR "stret")',
  });
});

test.each(['', '   ', '"*', '→', '😀', '\u0000'])('%j gives no query', (typed) => {
  expect(searchWordsOf(typed)).toBeUndefined();
});

test('every text stays inside its quotation marks, and a long one is cut', () => {
  expect(searchWordsOf('"x" OR NEAR(y)')?.anywhere).toBe('"x" AND "or" AND "near" AND "y"*');
  expect(searchWordsOf('a b '.repeat(1000))?.anywhere.split(' AND ')).toHaveLength(10);
});
