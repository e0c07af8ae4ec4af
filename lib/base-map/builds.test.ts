import { expect, test } from 'vitest';
import { chosenBuild } from './builds.ts';

const list = ['20261125.pmtiles', '20261126.pmtiles', '20261124.pmtiles', 'planet-v3.pmtiles'].map((key) => ({
  key,
  size: 130_000_000_000,
  uploaded: '2026-11-26T10:00:00.000Z',
  version: '4.14.8',
}));

test('the newest build is fetched, or the one that was begun as long as it exists', () => {
  expect(chosenBuild(list, undefined)).toBe('https://build.protomaps.com/20261126.pmtiles');
  expect(chosenBuild(list, 'https://build.protomaps.com/20261124.pmtiles')).toMatch(/20261124/);
  expect(chosenBuild(list, 'https://build.protomaps.com/20261101.pmtiles')).toMatch(/20261126/);
});

test.each([[[]], [{}], [null], [[{ name: 'x' }]]])('%j lists no builds', (given) => {
  expect(chosenBuild(given, undefined)).toBeUndefined();
});
