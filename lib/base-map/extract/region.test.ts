import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tileIdToZxy } from 'pmtiles';
import { expect, test } from 'vitest';
import { type Box, type IdRange, newZealand, tileIdsOf } from './region.ts';

const idsIn = (ranges: readonly IdRange[]) =>
  ranges.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, at) => first + at));

const longitudeOf = (zoom: number, x: number) => (x / 2 ** zoom) * 360 - 180;
const latitudeOf = (zoom: number, y: number) =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** zoom))) * 180) / Math.PI;

/** Whether a tile touches a box, from the degrees of its edges. */
function isTouched(id: number, boxes: readonly Box[]): boolean {
  const [zoom, x, y] = tileIdToZxy(id);
  return boxes.some(
    ({ west, south, east, north }) =>
      longitudeOf(zoom, x) < east &&
      longitudeOf(zoom, x + 1) > west &&
      latitudeOf(zoom, y + 1) < north &&
      latitudeOf(zoom, y) > south,
  );
}

test('the ids are those of every tile that touches New Zealand or the Chathams, and no other', () => {
  const mostZoom = 8;
  const all = Array.from({ length: (4 ** (mostZoom + 1) - 1) / 3 }, (_, id) => id);
  expect(idsIn(tileIdsOf(newZealand, mostZoom))).toEqual(all.filter((id) => isTouched(id, newZealand)));
});

test('ranges are in order and do not touch, and at the closest zoom there are thousands, not millions', () => {
  const ranges = tileIdsOf(newZealand, 15);
  ranges.slice(1).forEach(({ first }, at) => {
    expect(first).toBeGreaterThan(ranges[at]?.end ?? Number.POSITIVE_INFINITY);
  });
  expect(ranges.length).toBeLessThan(20_000);
  expect(ranges.reduce((sum, { first, end }) => sum + end - first, 0)).toBeGreaterThan(3_000_000);
});

test('the region of the tool that the guide names is the same', () => {
  const file = join(import.meta.dirname, '../../../docs/nz-region.geojson');
  const { coordinates } = JSON.parse(readFileSync(file, 'utf8')) as { coordinates: [number, number][][][] };
  const boxes = coordinates.map(([ring = []]) => {
    const [longitudes, latitudes] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
    return {
      west: Math.min(...longitudes),
      south: Math.min(...latitudes),
      east: Math.max(...longitudes),
      north: Math.max(...latitudes),
    };
  });
  expect(boxes).toEqual(newZealand);
});
