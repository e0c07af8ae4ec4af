import geodesic from 'geographiclib-geodesic';
import { expect, test } from 'vitest';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { collection, feature, file, importFile, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { coverageWithin } from './measure-rectangle.ts';

type Corner = readonly [longitude: number, latitude: number];

/** Square kilometres of a polygon by GeographicLib, its sides straight in longitude and latitude like those of coverage. */
function areaByGeographicLib(corners: readonly Corner[]): number {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false);
  // 50 m and less
  const steps = 1500;
  corners.forEach(([x1, y1], at) => {
    const [x2, y2] = corners[(at + 1) % corners.length] ?? [x1, y1];
    for (let step = 0; step < steps; step++) {
      polygon.AddPoint(y1 + ((y2 - y1) * step) / steps, x1 + ((x2 - x1) * step) / steps);
    }
  });
  return Math.abs(polygon.Compute(false, true).area ?? 0) / 1e6;
}

/** Sutherland–Hodgman: the part of a convex polygon inside a rectangle. */
function clip(corners: readonly Corner[], west: number, south: number, east: number, north: number): Corner[] {
  const sides: readonly [axis: 0 | 1, limit: number, sign: 1 | -1][] = [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ];
  let left: Corner[] = [...corners];
  for (const [axis, limit, sign] of sides) {
    const inside = (corner: Corner) => sign * (corner[axis] - limit) >= 0;
    left = left.flatMap((corner, at) => {
      const next = left[(at + 1) % left.length] ?? corner;
      const kept: Corner[] = inside(corner) ? [corner] : [];
      if (inside(corner) === inside(next)) return kept;
      const share = (limit - corner[axis]) / (next[axis] - corner[axis]);
      return [...kept, [corner[0] + share * (next[0] - corner[0]), corner[1] + share * (next[1] - corner[1])]];
    });
  }
  return left;
}

test('shares of rectangles agree with GeographicLib', async () => {
  const triangle: readonly Corner[] = [
    [174.6123457, -41.3512345],
    [175.1987651, -41.2345678],
    [174.8765432, -40.9123456],
  ];
  const database = freshDatabase();
  const ring = [...triangle, triangle[0] ?? [0, 0]].map((corner) => [...corner]);
  const { id } = await importFile(database, file(collection(feature({}, ring))), { mode: 'replace all' });
  await publishVersion(database, id, writing);

  const rectangles: readonly [west: number, south: number, east: number, north: number][] = [
    [174.7, -41.3, 175.1, -41.0],
    [174.6, -41.36, 175.19, -40.92],
    [174.85, -41.2, 174.9, -41.15],
    [174.62, -41.4, 174.7, -41.33],
    [175.0, -41.26, 175.35, -40.95],
  ];
  for (const [west, south, east, north] of rectangles) {
    const box = { minX: toUnitX(west), minY: toUnitY(south), maxX: toUnitX(east), maxY: toUnitY(north) };
    const { technologies, squareKilometres } = await coverageWithin(database.reader, box);
    const whole = areaByGeographicLib([
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ]);
    const covered = areaByGeographicLib(clip(triangle, west, south, east, north));
    expect(squareKilometres / whole).toBeCloseTo(1, 8);
    const { areas } = technologies.find(({ technology }) => technology === 'Fibre') ?? {
      areas: { Available: Number.NaN },
    };
    expect(areas.Available / squareKilometres).toBeCloseTo(covered / whole, 8);
  }
});
