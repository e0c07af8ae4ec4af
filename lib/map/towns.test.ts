import { expect, test } from 'vitest';
import { serviceArea } from './service-area.ts';
import { startingTowns, towns } from './towns.ts';

test.each(towns)('$name lies in the service area', ({ latitude, longitude }) => {
  expect(latitude).toBeGreaterThan(serviceArea.south);
  expect(latitude).toBeLessThan(serviceArea.north);
  expect(longitude).toBeGreaterThan(serviceArea.west);
  expect(longitude).toBeLessThan(serviceArea.east);
});

test('a name with a macron is marked as Māori', () => {
  const unmarked = towns.filter(({ name, isMaori }) => /[āēīōū]/i.test(name) && !isMaori);
  expect(unmarked).toEqual([]);
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
