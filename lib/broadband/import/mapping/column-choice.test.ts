import { expect, test } from 'vitest';
import { parseColumnChoice, partOf, resolveChoice, writeColumnChoice } from './column-choice.ts';

test.each([
  ['SPEED[first]', { column: 'SPEED', part: 'first', unit: undefined }],
  ['SPEED[Second, KBPS]', { column: 'SPEED', part: 'second', unit: 'kbps' }],
  ['a [b][gbps]', { column: 'a [b]', part: undefined, unit: 'Gbps' }],
  ['SPEED', undefined],
  ['SPEED[fast]', undefined],
  ['SPEED[first,fast]', undefined],
  ['[first]', undefined],
])('%s is parsed', (text, choice) => {
  expect(parseColumnChoice(text)).toEqual(choice);
  if (choice !== undefined) expect(parseColumnChoice(writeColumnChoice(choice as never))).toEqual(choice);
});

test('a column of exactly that name has priority', () => {
  expect(resolveChoice('A[first]', (name) => name === 'A[first]')).toEqual({ column: 'A[first]' });
  expect(resolveChoice('A[first]', () => false)).toEqual({ column: 'A', part: 'first', unit: undefined });
  expect(resolveChoice('A[x]', () => false)).toEqual({ column: 'A[x]' });
});

test.each([
  ['900/500', '900', '500'],
  [' 900 | 500 ', '900', '500'],
  ['900/500 Mbps', '900Mbps', '500Mbps'],
  ['1 Gbps/500 Mbps', '1 Gbps', '500Mbps'],
  ['20000/5000kbit/s', '20000kbit/s', '5000kbit/s'],
])('%s is two speeds', (value, first, second) => {
  expect(partOf(value, 'first')).toBe(first);
  expect(partOf(value, 'second')).toBe(second);
});

test.each(['900', '900/', '1/2/3', '', 'a'])('%j is not two speeds', (value) => {
  expect(partOf(value, 'first')).toBeUndefined();
});
