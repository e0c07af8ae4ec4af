import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalText } from './decimal-text.ts';

test.each([
  [0, '0'],
  [-0, '0'],
  [174.05, '174.05'],
  [-41, '-41'],
  [1e-7, '0.0000001'],
  [-1.5e-7, '-0.00000015'],
  [1e21, '1000000000000000000000'],
  [-1.25e22, '-12500000000000000000000'],
])('%d is written %s', (value, text) => expect(decimalText(value)).toBe(text));

test('a number never has an exponent and is read back as the same number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(decimalText(value)).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(decimalText(value))).toBe(value + 0);
    }),
  );
});
