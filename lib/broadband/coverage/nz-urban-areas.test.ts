import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import pointInPolygonHao from 'point-in-polygon-hao';
import { describe, expect, test } from 'vitest';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { EvenOdd } from '#tests/models/even-odd.ts';
import { LeafTable } from '#tests/models/leaf-table.ts';
import { criticalPoints, randomPoint } from '#tests/models/sample-points.ts';
import { seededRandom } from '#tests/models/sample-shapes.ts';
import { EdgeCollection } from './edge-collection.ts';
import { leavesOf } from './leaves.ts';

const FILE = '../shared/data/nz-urban-areas.geojson.gz';
const isThere = existsSync(FILE);
const title = 'N8: the urban areas of New Zealand as one offer, 0 differences in 20,000 points';

describe.skipIf(!isThere)(isThere ? title : `${title} (skipped: ${FILE} does not exist)`, () => {
  const parts = isThere ? readParts() : [];
  const reference = new EvenOdd(parts);
  const random = seededRandom(2026);
  const collection = new EdgeCollection();
  for (const part of parts) collection.add(part);
  const table = new LeafTable(leavesOf(collection));
  const points = [
    ...criticalPoints(parts, table.leaves, random, isThere ? 16_000 : 0),
    ...Array.from({ length: 4_000 }, () => randomPoint(random)),
  ];

  test('agrees with even-odd in BigInt', () => {
    const differing = points.filter(({ x, y }) => table.offersAt(x, y).join() !== reference.offersAt(x, y).join());
    expect(differing).toEqual([]);
    expect(points.length).toBeGreaterThanOrEqual(20_000);
  });

  test('agrees with point-in-polygon-hao at points that are not on an edge', () => {
    const polygons = parts.map(({ rings }) => ({
      box: boxOf(rings[0] ?? new Int32Array()),
      rings: rings.map(positions),
    }));
    const judged = points.filter(({ x, y }) => !reference.isOnEdge(x, y));
    const differing = judged.filter(({ x, y }) => {
      const isInside = polygons.some(
        ({ box, rings }) =>
          x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY && pointInPolygonHao([x, y], rings) === true,
      );
      return isInside !== table.offersAt(x, y).length > 0;
    });
    expect(differing).toEqual([]);
    expect(judged.length).toBeGreaterThan(10_000);
    // some points must be on edges, or the first test would prove too little
    expect(points.length - judged.length).toBeGreaterThan(3_000);
  });
});

function readParts() {
  const file: FeatureCollection<Polygon | MultiPolygon> = JSON.parse(gunzipSync(readFileSync(FILE)).toString());
  const polygons = file.features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
  );
  return polygons.map((rings) => ({
    offer: 1,
    rings: rings.map((ring) => Int32Array.from(ring.flatMap(([x = 0, y = 0]) => [toUnitX(x), toUnitY(y)]))),
  }));
}

function positions(ring: Int32Array): [number, number][] {
  return Array.from({ length: ring.length / 2 }, (_, at) => [Number(ring[at * 2]), Number(ring[at * 2 + 1])]);
}

function boxOf(ring: Int32Array) {
  const box = { minX: Infinity, maxX: -Infinity, minY: Infinity, maxY: -Infinity };
  for (const [x, y] of positions(ring)) {
    box.minX = Math.min(box.minX, x);
    box.maxX = Math.max(box.maxX, x);
    box.minY = Math.min(box.minY, y);
    box.maxY = Math.max(box.maxY, y);
  }
  return box;
}
