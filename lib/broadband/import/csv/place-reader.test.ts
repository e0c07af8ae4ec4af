import geodesic from 'geographiclib-geodesic';
import { expect, test } from 'vitest';
import { AreaBuilder } from '#lib/broadband/import/areas/area-builder.ts';
import { addCircle, sidesOf } from './place-reader.ts';

const { WGS84 } = geodesic.Geodesic;

test.each([
  [174.7762, -41.2865, 10],
  [174.7762, -41.2865, 1000],
  [174.7762, -41.2865, 30_000],
  [168.35, -47.4, 100_000],
  [173, -34.2, 100_000],
  [179.9, -41, 50_000],
  [-176.5, -44, 20_000],
])(
  'a circle around %d, %d with a radius of %d m is off by less than a metre everywhere',
  (longitude, latitude, radius) => {
    const area = new AreaBuilder();
    area.begin();
    addCircle(area, longitude, latitude, radius);
    const { parts, faults, report } = area.build();
    const ring = parts[0]?.[0] ?? new Int32Array();
    expect({ faults, parts: parts.length, closed: report.ringsClosed }).toEqual({ faults: [], parts: 1, closed: 0 });
    expect(ring.length / 2 - 1).toBe(sidesOf(radius));
    expect(ring.length / 2 - 1).toBeLessThanOrEqual(1024);
    let furthest = 0;
    for (let at = 0; at < ring.length - 2; at += 2) {
      for (const share of [0, 0.25, 0.5, 0.9]) {
        const x = Number(ring[at]) + (Number(ring[at + 2]) - Number(ring[at])) * share;
        const y = Number(ring[at + 1]) + (Number(ring[at + 3]) - Number(ring[at + 1])) * share;
        const { s12 = Number.NaN } = WGS84.Inverse(latitude, longitude, y / 1e7, x / 1e7 + 180);
        furthest = Math.max(furthest, Math.abs(s12 - radius));
      }
    }
    expect(furthest).toBeLessThan(1);
    // a polygon with half as many sides would be too coarse
    if (radius >= 1000) expect(furthest).toBeGreaterThan(0.5);
  },
);
