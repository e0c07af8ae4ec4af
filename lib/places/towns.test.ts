import { describe, expect, test } from 'vitest';
import { parsePoint } from '#lib/broadband/point.ts';
import { startingTowns, towns } from './towns.ts';

test('there are about sixty towns, each once, the largest first', () => {
  expect(towns.length).toBeGreaterThanOrEqual(55);
  expect(towns.length).toBeLessThanOrEqual(70);
  expect(new Set(towns.map(({ name }) => name)).size).toBe(towns.length);
  expect(towns[0]?.name).toBe('Auckland');
});

describe.each(towns.map((town) => [town.name, town] as const))('%s', (name, { latitude, longitude, population }) => {
  test('is in the service area', () => expect(parsePoint(String(latitude), String(longitude)).ok).toBe(true));
  test('has a population, and a name in Unicode’s composed form', () => {
    expect(population).toBeGreaterThan(0);
    expect(name).toBe(name.normalize('NFC'));
  });
});

test('names have their macrons, and names with macrons are marked as Māori', () => {
  expect(towns.filter(({ name, isMaori }) => /[āēīōū]/i.test(name) && !isMaori)).toEqual([]);
  expect(towns.filter(({ isMaori }) => isMaori)).toHaveLength(29);
  for (const name of ['Taupō', 'Whangārei', 'Whakatāne', 'Ōpōtiki', 'Kaikōura', 'Wānaka', 'Kaitāia']) {
    expect(towns.map((town) => town.name)).toContain(name);
  }
});

test('the starting towns run from north to south', () => {
  expect(startingTowns.map(({ name }) => name)).toEqual([
    'Auckland',
    'Rotorua',
    'Nelson',
    'Wellington',
    'Christchurch',
    'Dunedin',
  ]);
});
