import { expect, test } from 'vitest';
import { getSuffix, isSecondLevelLabel, suffixes } from './suffix.ts';

test('R6: the 16 suffixes are in the order of the specification', () => {
  expect(suffixes.join(', ')).toBe(
    'nz, ac.nz, co.nz, cri.nz, geek.nz, gen.nz, health.nz, iwi.nz, kiwi.nz, maori.nz, mil.nz, net.nz, org.nz, school.nz, govt.nz, parliament.nz',
  );
});

test.each([
  ['nz', 'nz'],
  ['co.nz', 'co.nz'],
  ['maori.nz', 'maori.nz'],
  ['māori.nz', 'maori.nz'],
  ['xn--mori-qsa.nz', 'maori.nz'],
  ['maorī.nz', undefined],
  ['com', undefined],
  ['constructor', undefined],
  ['', undefined],
])('R7: %j is the suffix %j', (text, suffix) => {
  expect(getSuffix(text)).toBe(suffix);
});

test.each([
  ['co', true],
  ['parliament', true],
  ['maori', true],
  ['xn--mori-qsa', true],
  ['nz', false],
  ['com', false],
  ['kiwis', false],
])('R7: %j directly below .nz is a suffix: %j', (label, expected) => {
  expect(isSecondLevelLabel(label)).toBe(expected);
});
