import { expect, test } from 'vitest';
import { writeDegrees } from '#lib/map/degrees.ts';
import { serviceArea } from './service-area.ts';

test('N1: the service area is the box of the specification', () => {
  const { south, north, west, east } = serviceArea;
  expect([south, north, west, east].map(writeDegrees)).toEqual(['-47.5', '-34.2', '166.2', '178.6']);
});
