import { describe, expect, test } from 'vitest';
import { licenceTable, mayShip, shippedPackages, writtenTable } from '#scripts/licences.ts';

const packages = shippedPackages();

describe('licences of what ships', () => {
  test('the page names every package that Wātea asks for, with its licence', () => {
    expect(writtenTable()).toBe(licenceTable(packages));
  });

  test('every package may ship, also those that come with others', () => {
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter((one) => !mayShip(one))).toEqual([]);
  });

  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['AGPL-3.0', false],
    ['LGPL-3.0-or-later', false],
    ['Hippocratic-2.1', false],
    ['SEE LICENSE IN LICENSE', false],
    ['UNLICENSED', false],
    ['', false],
  ])('a new package under "%s": %s', (licence, expected) => {
    expect(mayShip({ name: 'some-package', licence })).toBe(expected);
  });
});
