import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressId, numberOfAddressId } from './address-id.ts';

test('N17: an id has the number of its address and a check of its text', () => {
  expect(addressId(1, '12 Rātā Street, Naenae')).toMatch(/^1-[0-9a-z]{7}$/);
  expect(addressId(1, '12 Rātā Street, Naenae')).not.toBe(addressId(1, '14 Rātā Street, Naenae'));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 40 }), fc.string(), (number, text) => {
      const id = addressId(number, text);
      expect(numberOfAddressId(id)).toBe(number);
      expect(id).toMatch(/^[0-9a-z]+-[0-9a-z]{7}$/);
    }),
  );
});

test.each([
  '',
  '1',
  '1-',
  '01-0000000',
  '0-0000000',
  '1-000000',
  '1-00000000',
  'A-0000000',
  '1.5-0000000',
  '-1-0000000',
])('N17: %j is no id', (text) => {
  expect(numberOfAddressId(text)).toBeUndefined();
});
