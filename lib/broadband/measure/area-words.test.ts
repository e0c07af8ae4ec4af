import { expect, test } from 'vitest';
import { squareKilometres, withError } from './area-words.ts';

test('areas have two decimals and grouped thousands', () => {
  expect([0, 0.004, 1234.5].map(squareKilometres)).toEqual(['0.00 km²', '0.00 km²', '1,234.50 km²']);
});

test('an error is rounded up, as it is a bound, and stays with its figure', () => {
  const words = (area: number, error: number) => withError(area, error).replaceAll('\u00a0', ' ');
  expect(words(1234.5, 0.141)).toBe('1,234.50 ± 0.15');
  expect(words(1, 0.14)).toBe('1.00 ± 0.14');
  expect(words(1, 0.0001)).toBe('1.00 ± 0.01');
  expect(words(0, 0)).toBe('0.00 ± 0.00');
  expect(withError(1, 1)).not.toContain(' ');
});
