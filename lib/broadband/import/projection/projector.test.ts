import geodesic from 'geographiclib-geodesic';
import { describe, expect, test } from 'vitest';
import { Projector } from './projector.ts';
import { type ReferenceCode, references } from './reference.ts';

/**
 * Latitude and longitude from PROJ 9.1.1, eleven digits. Each line is one of a file given to
 * `cs2cs -f "%.10f" EPSG:2193 EPSG:4326 < towns` (northing first, the axis order of EPSG), `… EPSG:27200 …` and
 * `… EPSG:3857 …`. For 27200 PROJ used LINZ's distortion grid (nzgd2kgrid0005.gsb, accuracy 1 m), which is more exact
 * than the seven parameters here.
 */
const computedByProj: Partial<
  Record<ReferenceCode, [town: string, x: number, y: number, latitude: number, longitude: number][]>
> = {
  2193: [
    ['Auckland', 1757000, 5920000, -36.8528850812, 174.7610537778],
    ['Wellington', 1748735, 5427916, -41.2865044135, 174.7761935154],
    ['Christchurch', 1570000, 5180000, -43.5323403824, 172.6287183595],
    ['Dunedin', 1406000, 4917000, -45.8732182862, 170.5002659411],
    ['Nelson', 1623000, 5431000, -41.2721016521, 173.2746112818],
    ['Invercargill', 1243000, 4850000, -46.4091401009, 168.3549199369],
    ['Gisborne', 2037000, 5709000, -38.659757822, 178.0212825065],
  ],
  27200: [
    ['Auckland', 2667000, 6481000, -36.8592549852, 174.7563425435],
    ['Wellington', 2658735, 5989600, -41.2867617296, 174.7759398728],
    ['Christchurch', 2480000, 5741000, -43.537846816, 172.628683185],
    ['Dunedin', 2316000, 5478000, -45.8791101625, 170.5027067356],
    ['Nelson', 2533000, 5992000, -41.2784367089, 173.2747023126],
    ['Invercargill', 2152000, 5411000, -46.4176922432, 168.3443340994],
    ['Gisborne', 2947000, 6270000, -38.6636301686, 178.0230289445],
  ],
  3857: [
    ['Auckland', 19454544, -4413000, -36.8124724517, 174.7631422078],
    ['Wellington', 19455400, -5053700, -41.2797992426, 174.7708317866],
  ],
};

/** Metres between two places. */
function metresBetween(latitude: number, longitude: number, projector: Projector): number {
  return (
    geodesic.Geodesic.WGS84.Inverse(latitude, longitude, projector.latitude, projector.longitude).s12 ?? Number.NaN
  );
}

describe.each([
  [2193, 0.001],
  [27200, 5],
  [3857, 0.001],
] as const)('EPSG:%i agrees with PROJ to %d m', (code, metres) => {
  test.each(computedByProj[code] ?? [])('%s', (_, x, y, latitude, longitude) => {
    const projector = new Projector(references[code]);
    expect(projector.project(x, y)).toBe(true);
    expect(metresBetween(latitude, longitude, projector)).toBeLessThanOrEqual(metres);
    // northing first, the axis order of EPSG:2193
    const swapped = new Projector(references[code], true);
    expect(swapped.project(y, x)).toBe(true);
    expect([swapped.longitude, swapped.latitude]).toEqual([projector.longitude, projector.latitude]);
  });
});

test('degrees are unchanged', () => {
  for (const code of [4326, 4167] as const) {
    const projector = new Projector(references[code]);
    expect(projector.project(183.5, -44.1)).toBe(true);
    expect([projector.longitude, projector.latitude]).toEqual([183.5, -44.1]);
  }
});

test.each<[ReferenceCode, number, number]>([
  [4326, 361, 0],
  [4326, 0, 90.1],
  [4326, Number.NaN, 0],
  [4326, 0, Number.NEGATIVE_INFINITY],
  [2193, 174, -41],
  [2193, 5_427_916, 1_748_735],
  [27200, 1_748_735, 5_427_916],
  [27200, Number.NaN, Number.NaN],
  [3857, 50_000_000, 0],
])('EPSG:%i cannot project %d, %d', (code, x, y) => {
  const projector = new Projector(references[code]);
  expect(projector.project(x, y)).toBe(false);
});
