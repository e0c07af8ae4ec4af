import type { StrayPositions } from './stray-positions.ts';

const kilo = 1000;

/** Where New Zealand lies in the projections its deliveries come in, in metres. */
const projections = [
  { name: 'NZTM2000 (EPSG:2193)', west: 800 * kilo, east: 2400 * kilo, south: 4600 * kilo, north: 6400 * kilo },
  {
    name: 'New Zealand Map Grid (EPSG:27200)',
    west: 1900 * kilo,
    east: 3100 * kilo,
    south: 5200 * kilo,
    north: 6900 * kilo,
  },
  {
    name: 'Web Mercator (EPSG:3857)',
    west: 18_300 * kilo,
    east: 20_200 * kilo,
    south: -6300 * kilo,
    north: -3900 * kilo,
  },
] as const;

/**
 * What is wrong with a file most of whose positions are no longitude and latitude, in one sentence; undefined when only
 * some are stray. Names what the numbers may be, and never decides which.
 */
export function nameMisplaced(stray: StrayPositions, positions: number): string | undefined {
  if (stray.count * 2 <= positions) return undefined;
  if (stray.swapped === stray.count) {
    return 'The coordinates seem to be latitude first: GeoJSON writes longitude first, then latitude. Swap them and import the file again.';
  }
  const { minX, minY, maxX, maxY } = stray;
  const fits = projections.flatMap(({ name, west, east, south, north }) => {
    if (minX >= west && maxX <= east && minY >= south && maxY <= north) return [name];
    if (minY >= west && maxY <= east && minX >= south && maxX <= north) return [`${name} with the northing first`];
    return [];
  });
  const range = `${minX} to ${maxX} and ${minY} to ${maxY}`;
  const seem =
    fits.length > 0 ? `They may be ${fits.join(' or ')}` : 'In New Zealand that is mostly NZTM2000 (EPSG:2193)';
  return `The coordinates are not degrees: they go from ${range}, as metres of a map projection do. ${seem}. GeoJSON is in longitude and latitude (WGS 84): export the file again as EPSG:4326.`;
}
