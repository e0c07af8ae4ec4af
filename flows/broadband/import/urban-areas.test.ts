import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { leavesOfVersion } from '#db/broadband/cells.ts';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { noChoices } from '#lib/broadband/import/mapping/choices.ts';
import type { Point } from '#lib/broadband/point.ts';
import { EvenOdd } from '#tests/models/even-odd.ts';
import { criticalPoints, randomPoint } from '#tests/models/sample-points.ts';
import { seededRandom } from '#tests/models/sample-shapes.ts';
import { importFile, offered, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { tries } from '#tests/support/long.ts';
import { coverageFileAt } from './coverage-file.ts';

const path = '../shared/data/nz-urban-areas.geojson.gz';

const inAll = tries(1000, 20_000);

type Ring = [number, number][];
interface UrbanAreas {
  features: { geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] } }[];
}

/** The file's polygons from JSON.parse, only rounded: an independent reference. */
function readParts(): Int32Array[][] {
  const { features } = JSON.parse(gunzipSync(readFileSync(path)).toString()) as UrbanAreas;
  const polygons = features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
  );
  const units = ([x, y]: [number, number]) => [Math.round(x * 1e7) - 1_800_000_000, Math.round(y * 1e7)];
  return polygons.map((rings) => rings.map((ring) => Int32Array.from(ring.flatMap(units))));
}

test.skipIf(!existsSync(path))(
  `N8: the urban areas imported as Fibre of one provider, 0 differences in ${inAll} points (skipped without ${path})`,
  async () => {
    const database = freshDatabase();
    const imported = await importFile(database, coverageFileAt(path), {
      choices: { ...noChoices, constants: offered },
    });
    expect(imported.report).toMatchObject({ features: 142, parts: 210, ringsClosed: 0, positionsRounded: 0 });
    await publishVersion(database, imported.id, writing);

    const parts = readParts().map((rings) => ({ offer: 1, rings }));
    const reference = new EvenOdd(parts);
    const lookup = coverageLookup(database.reader);
    const random = seededRandom(7);
    const points = [
      ...criticalPoints(parts, [...leavesOfVersion(database.reader, imported.id)], random, (4 * inAll) / 5),
      ...Array.from({ length: inAll / 5 }, () => randomPoint(random)),
    ];
    const isInside = (point: Point) => reference.offersAt(point.x, point.y).length > 0;
    const differences = points.filter((point) => lookup.offersAt(point).length > 0 !== isInside(point));
    const inside = points.filter(isInside).length;
    expect(differences).toEqual([]);
    expect(inside).toBeGreaterThan(inAll / 4);
  },
);
