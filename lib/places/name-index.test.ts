import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tries } from '#tests/support/long.ts';
import { editsBetween, editsToStart, mostEdits, NameIndex } from './name-index.ts';

test.each([
  ['welington', 'wellington', 1],
  ['christchruch', 'christchurch', 1],
  ['hamiltion', 'hamilton', 1],
  ['napeir', 'napier', 1],
  ['taupo', 'taupo', 0],
  ['ab', 'cd', 2],
  ['abcd', 'badc', 3],
])('%s is %s with %d edits', (typed, meant, edits) => {
  expect(editsBetween(typed, meant)).toBe(edits);
});

test('an incomplete word is compared with beginnings', () => {
  expect(editsToStart('christchur', 'christchurch', 2)).toBe(0);
  expect(editsToStart('chirstch', 'christchurch', 2)).toBe(1);
  expect(editsToStart('dunedin', 'wellington', 2)).toBe(3);
});

test('one edit up to five letters, two from six; none in two letters', () => {
  expect([2, 3, 5, 6, 20].map(mostEdits)).toEqual([0, 1, 1, 2, 2]);
});

test('the names that are found are those that comparing every one finds', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'x', '1', '2'), minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(name, { maxLength: 30 }), name, fc.integer({ min: 0, max: 2 }), (names, typed, limit) => {
      const index = new NameIndex(names);
      const all = names.map((meant, at) => ({ at, edits: editsBetween(typed, meant) }));
      expect(index.near(typed, limit)).toEqual(all.filter(({ edits }) => edits <= limit));
      const starts = names
        .map((meant, at) => ({ at, edits: editsToStart(typed, meant, limit) }))
        .filter(({ at, edits }) => edits <= limit && names[at]?.[0] === typed[0]);
      expect(index.nearStart(typed, limit)).toEqual(starts);
    }),
    { numRuns: tries(300, 20_000) },
  );
});
