import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { EvenOdd } from '#lib/broadband/coverage/even-odd.ts';
import { SERVICE_BOX } from '#lib/broadband/point.ts';
import { seededRandom } from '#lib/demonstration/random.ts';
import { importFile, offered, writing } from '../tests/support/coverage-files.ts';
import { freshDatabase } from '../tests/support/fresh-database.ts';
import type { ImportOptions } from './coverage-import.ts';
import { coverageLookup } from './coverage-lookup.ts';
import { publishVersion } from './coverage-publish.ts';

const path = '../shared/data/nz-urban-areas.geojson.gz';

type Ring = [number, number][];
interface UrbanAreas {
  features: { geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] } }[];
}

/** The file's polygons as JSON.parse gives them, rounded, and otherwise as they are: a witness of its own. */
function readParts(): Int32Array[][] {
  const { features } = JSON.parse(gunzipSync(readFileSync(path)).toString()) as UrbanAreas;
  const polygons = features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
  );
  const units = ([x, y]: [number, number]) => [Math.round(x * 1e7) - 1_800_000_000, Math.round(y * 1e7)];
  return polygons.map((rings) => rings.map((ring) => Int32Array.from(ring.flatMap(units))));
}

test.skipIf(!existsSync(path))(
  `N8: 2,000 points of the urban areas, from the file to SQLite (skipped without ${path})`,
  async () => {
    const database = freshDatabase();
    const file = { name: 'nz-urban-areas.geojson.gz', bytes: statSync(path).size, open: () => createReadStream(path) };
    const imported = await importFile(database, file, {
      defaults: new Map(Object.entries(offered)) as ImportOptions['defaults'],
    });
    expect(imported.report).toMatchObject({ features: 142, parts: 210, ringsClosed: 0, positionsRounded: 0 });
    await publishVersion(database, imported.id, writing);

    const parts = readParts();
    const witness = new EvenOdd(parts.map((rings) => ({ offer: 1, rings })));
    const lookup = coverageLookup(database.reader);
    const random = seededRandom(7);
    const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
    const vertex = (): { x: number; y: number } => {
      const rings = parts[whole(0, parts.length - 1)] ?? [];
      const ring = rings[whole(0, rings.length - 1)] ?? new Int32Array(2);
      const at = whole(0, ring.length / 2 - 1) * 2;
      return { x: ring[at] ?? 0, y: ring[at + 1] ?? 0 };
    };
    const { minX, maxX, minY, maxY } = SERVICE_BOX;
    const differences: unknown[] = [];
    let inside = 0;
    for (let count = 0; count < 2000; count++) {
      const { x, y } = count % 4 === 0 ? { x: whole(minX, maxX), y: whole(minY, maxY) } : vertex();
      const reach = count % 4 === 1 ? 0 : count % 4 === 2 ? 1 : 20_000;
      const point = count % 4 === 0 ? { x, y } : { x: x + whole(-reach, reach), y: y + whole(-reach, reach) };
      const isInside = witness.offersAt(point.x, point.y).length > 0;
      if (isInside) inside++;
      if (lookup.offersAt(point).length > 0 !== isInside) differences.push(point);
    }
    expect(differences).toEqual([]);
    expect(inside).toBeGreaterThan(500);
  },
);
