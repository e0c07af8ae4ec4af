import { expect, test } from 'vitest';
import { changedFields, mergeFields } from './merge-fields.ts';

const nothing = new Set<string>();

test.each([
  ['one person changes a field', { a: 1, b: 1 }, { a: 2 }, { a: 1, b: 1 }, [], { a: 2, b: 1 }, ['a'], []],
  ['two people change different fields', { a: 1, b: 1 }, { a: 2 }, { a: 1, b: 3 }, ['b'], { a: 2, b: 3 }, ['a'], []],
  ['two people change the same field', { a: 1, b: 1 }, { a: 2 }, { a: 3, b: 1 }, ['a'], { a: 2, b: 1 }, ['a'], ['a']],
  ['both make the same change', { a: 1 }, { a: 2 }, { a: 2 }, ['a'], { a: 2 }, [], []],
  ['a field has its former value again', { a: 1 }, { a: 2 }, { a: 1 }, ['a'], { a: 2 }, ['a'], ['a']],
  ['a field moved without a trace', { a: 1 }, { a: 2 }, { a: 3 }, [], { a: 2 }, ['a'], ['a']],
  ['a field that the form did not show', {}, { a: 2 }, { a: 1 }, [], { a: 2 }, ['a'], ['a']],
  ['nothing is assumed', undefined, { a: 2 }, { a: 3 }, ['a'], { a: 2 }, ['a'], []],
  ['nothing is wanted', { a: 1 }, {}, { a: 3 }, ['a'], { a: 3 }, [], []],
  ['lists are compared by their items', { a: ['x'] }, { a: ['y'] }, { a: ['x'] }, [], { a: ['y'] }, ['a'], []],
] as const)('%s', (_case, opened, wanted, present, moved, after, changed, conflicts) => {
  const merged = mergeFields<Record<string, unknown>>(opened, wanted, present, new Set<string>(moved));
  expect(merged).toEqual({ after, changed, conflicts });
});

test('a field that is missing on one side has changed; null and missing are the same', () => {
  expect(changedFields({}, { a: 1, b: null })).toEqual(['a']);
  expect(changedFields({ a: 1 }, {})).toEqual(['a']);
  expect(mergeFields({ a: undefined }, { a: null }, { a: undefined as unknown }, nothing).changed).toEqual([]);
});
