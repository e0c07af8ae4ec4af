import { expect, test } from 'vitest';
import { isSameIssuer } from './issuer.ts';

test.each([
  ['https://id.example', 'https://id.example/', true],
  ['https://id.example/realms/a/', 'https://id.example/realms/a', true],
  ['https://id.example/realms/a', 'https://id.example/realms/b', false],
  ['https://id.example', 'https://id.example.evil.example', false],
  ['https://id.example', 'http://id.example', false],
])('an issuer is the same with and without a final slash: %s and %s', (one, other, isSame) => {
  expect(isSameIssuer(one, other)).toBe(isSame);
  expect(isSameIssuer(other, one)).toBe(isSame);
});
