import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressIdOf, parseAddressId } from './address-id.ts';

const unnumbered = (id: number, name: string) => addressIdOf({ id, name, addressId: undefined });

test('N17: an id is that of LINZ; without one, the number of its address with a check of its text', () => {
  expect(addressIdOf({ id: 7, name: '12 Rātā Street', addressId: 2_001_234 })).toBe('2001234');
  expect(parseAddressId('2001234')).toEqual({ linz: 2_001_234 });
  expect(unnumbered(1, '12 Rātā Street, Naenae')).toMatch(/^1-[0-9a-z]{7}$/);
  expect(unnumbered(1, '12 Rātā Street, Naenae')).not.toBe(unnumbered(1, '14 Rātā Street, Naenae'));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 40 }), fc.string(), (number, text) => {
      const id = unnumbered(number, text);
      expect(parseAddressId(id)).toEqual({ number });
      expect(id).toMatch(/^[0-9a-z]+-[0-9a-z]{7}$/);
    }),
  );
});

test.each([
  '',
  '0',
  '01',
  '1'.repeat(16),
  '1-',
  '01-0000000',
  '0-0000000',
  '1-000000',
  '1-00000000',
  'A-0000000',
  '1.5-0000000',
  '-1-0000000',
])('N17: %j is no id', (text) => {
  expect(parseAddressId(text)).toBeUndefined();
});
