import { expect, test } from 'vitest';
import { parsePoint } from '#lib/broadband/point.ts';
import { towns } from './towns.ts';

test('about sixty towns, each once, with their macrons, Auckland first', () => {
  expect(towns.length).toBeGreaterThanOrEqual(55);
  expect(towns.length).toBeLessThanOrEqual(70);
  expect(new Set(towns.map(({ name }) => name)).size).toBe(towns.length);
  expect(towns[0]?.name).toBe('Auckland');
  for (const name of ['Taupō', 'Whangārei', 'Whakatāne', 'Ōpōtiki', 'Kaikōura', 'Wānaka']) {
    expect(towns.map((town) => town.name)).toContain(name);
  }
});

test.each(towns.map((town) => [town.name, town] as const))('%s lies in the service box', (_name, town) => {
  expect(parsePoint(String(town.latitude), String(town.longitude)).ok).toBe(true);
  expect(town.population).toBeGreaterThan(0);
  expect(town.name).toBe(town.name.normalize('NFC'));
});

test('a name is marked as Māori when it has a macron, and every mark is of a town there is', () => {
  expect(towns.filter(({ name, isMaori }) => /[āēīōū]/i.test(name) && !isMaori)).toEqual([]);
  expect(towns.filter(({ isMaori }) => isMaori)).toHaveLength(29);
});
