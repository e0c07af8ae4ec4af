import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { EdgeCollection } from '#lib/broadband/coverage/edge-collection.ts';
import { leavesOf } from '#lib/broadband/coverage/leaves.ts';
import { EvenOdd } from '#tests/models/even-odd.ts';
import { LeafTable } from '#tests/models/leaf-table.ts';
import { criticalPoints } from '#tests/models/sample-points.ts';
import { seededRandom } from '#tests/models/sample-shapes.ts';
import { readFeatures } from '#tests/support/files/read-features.ts';
import { coverageFileAt } from './coverage-file.ts';

const folder = '../shared/data';
const isThere = existsSync(folder);
const skipped = isThere ? '' : ` (skipped: ${folder} is not here)`;
const pointsInAll = 20_000;

type Ring = [number, number][];
interface UrbanAreas {
  features: {
    properties: { code: string };
    geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] };
  }[];
}

/** The GeoJSON's polygons by code, rounded, from JSON.parse: a reference that shares no code with the readers. */
function readReference(): Map<string, Int32Array[][]> {
  const { features } = JSON.parse(
    gunzipSync(readFileSync(`${folder}/nz-urban-areas.geojson.gz`)).toString(),
  ) as UrbanAreas;
  const units = ([x, y]: [number, number]) => [Math.round(x * 1e7) - 1_800_000_000, Math.round(y * 1e7)];
  return new Map(
    features.map(({ properties, geometry }) => {
      const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
      return [properties.code, polygons.map((rings) => rings.map((ring) => Int32Array.from(ring.flatMap(units))))];
    }),
  );
}

describe.skipIf(!isThere)(`the same areas from different formats${skipped}`, () => {
  const references = isThere ? readReference() : new Map<string, Int32Array[][]>();

  test.each([['nz-urban-areas-nztm.shp.zip', 'Shapefile', 2193, 20, 26]])(
    'N8: %s, 0 differences from the GeoJSON in 20,000 points, area by area',
    async (name, format, code, first, last) => {
      const read = await readFeatures(coverageFileAt(`${folder}/${name}`));
      expect({ format: read.format, code: read.placement.reference.code }).toEqual({ format, code });
      const codes = Array.from({ length: last - first + 1 }, (_, at) => String(first + at).padStart(3, '0'));
      const ofFile = read.features.map(({ properties }) => String(properties.get('code')));
      expect(ofFile.toSorted()).toEqual(codes.filter((each) => references.has(each)));

      const random = seededRandom(code);
      let asked = 0;
      let inside = 0;
      const differences: unknown[] = [];
      for (const { properties, area } of read.features) {
        const areaCode = String(properties.get('code'));
        const expected = (references.get(areaCode) ?? []).map((rings) => ({ offer: 1, rings }));
        const reference = new EvenOdd(expected);
        const collection = new EdgeCollection();
        if (typeof area === 'object') for (const rings of area.parts) collection.add({ offer: 1, rings: [...rings] });
        const table = new LeafTable(leavesOf(collection));
        for (const { x, y } of criticalPoints(expected, table.leaves, random, pointsInAll / ofFile.length + 1)) {
          const isInside = reference.offersAt(x, y).length > 0;
          asked++;
          if (isInside) inside++;
          if (table.offersAt(x, y).length > 0 !== isInside) differences.push({ areaCode, x, y, isInside });
        }
      }
      expect(differences).toEqual([]);
      expect(asked).toBeGreaterThanOrEqual(pointsInAll);
      expect(inside).toBeGreaterThan(pointsInAll / 4);
    },
  );
});
