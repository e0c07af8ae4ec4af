import { expect, test } from 'vitest';
import { limitText } from './form-of.ts';

test.each([
  ['', null],
  ['50', 50],
  [' 50000 ', 50_000],
  ['50,000', 50_000],
  ['1,000,000', 1_000_000],
  ['0,5', Number.NaN],
  ['50,00', Number.NaN],
  ['1e9', Number.NaN],
  ['-1', Number.NaN],
])('a limit typed as %j is %j', (text, limit) => {
  expect(limitText.parse(text)).toBe(limit);
});
