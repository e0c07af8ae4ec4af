import { expect, test } from 'vitest';
import { plainName } from './same-name.ts';

test.each([
  ['Pāteke Fibre', 'Pateke Fibre'],
  ['Pāteke Fibre', 'PĀTEKE  FIBRE'],
  ['Pāteke Fibre', 'pateke\u00a0fibre '],
  ['Pāteke Fibre', 'Pa\u0304teke Fibre'],
  ['2 degrees', '2degrees'],
  ['Straße', 'STRASSE'],
])('%s and %s are the same name', (one, other) => {
  expect(plainName(one)).toBe(plainName(other));
});

test.each([
  ['Pāteke Fibre', 'Pāteke Fibre 2'],
  ['Café', 'Cafe'],
  ['One-Net', 'OneNet'],
])('%s and %s are two names', (one, other) => {
  expect(plainName(one)).not.toBe(plainName(other));
});
