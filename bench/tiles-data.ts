import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import { withCoverageLock } from '#db/broadband/lock.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { buildVersion, type NewLayer, type PlacedParts } from '#flows/broadband/build-version.ts';
import { completeVersion } from '#flows/broadband/figures/complete-version.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { towns } from '#lib/places/towns.ts';

const urbanAreas = `${import.meta.dirname}/../../shared/data/nz-urban-areas.geojson.gz`;

/** Parts of 800,000 vertices: the urban areas of New Zealand, or shapes of the same size where the file does not exist. */
function townParts(): Int32Array[][] {
  if (!existsSync(urbanAreas)) return towns.map(({ longitude, latitude }) => [wavyRing(longitude, latitude)]);
  const file: FeatureCollection<Polygon | MultiPolygon> = JSON.parse(gunzipSync(readFileSync(urbanAreas)).toString());
  const polygons = file.features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
  );
  return polygons.map((rings) =>
    rings.map((ring) => Int32Array.from(ring.flatMap(([x = 0, y = 0]) => [toUnitX(x), toUnitY(y)]))),
  );
}

function wavyRing(longitude: number, latitude: number): Int32Array {
  const vertices = Math.round(800_000 / towns.length);
  const ring = new Int32Array(2 * vertices + 2);
  for (let at = 0; at <= vertices; at++) {
    const angle = (2 * Math.PI * (at % vertices)) / vertices;
    const radius = 0.06 + 0.01 * Math.sin(9 * angle) + 0.001 * Math.sin(331 * angle);
    ring[2 * at] = toUnitX(longitude + radius * Math.cos(angle));
    ring[2 * at + 1] = toUnitY(latitude + radius * Math.sin(angle));
  }
  return ring;
}

const technologies = ['Fibre', 'VDSL', 'ADSL', 'Wireless', 'Cable'];

/**
 * Publishes the coverage of `copies` providers, overlapping with a small offset.
 *
 * @param technologyCount how many technologies they have in turn; the first is that of `set_id` 1
 * @returns the number of vertices
 */
export async function seedTileData(databaseFile: string, copies: number, technologyCount: number): Promise<number> {
  const parts = townParts();
  const vertices = parts.flat().reduce((sum, ring) => sum + ring.length / 2 - 1, 0);
  const speeds = { minDownloadMbps: 100, maxDownloadMbps: 900, minUploadMbps: 20, maxUploadMbps: 500, timingId: 0 };
  const kinds = ['Available', 'Underway', 'Planned'] as const;
  const newLayers: NewLayer[] = Array.from({ length: copies }, (_, copy) => ({
    technology: technologies[copy % technologyCount] ?? 'Fibre',
    provider: { name: `Provider ${copy}`, url: '', wholesaleNetwork: 'No' },
    delivery: 'benchmark',
    source: 'benchmark',
    sha256: '',
    bytes: 0,
    vertices,
    parts: parts.length,
    offers: [
      { availability: kinds[copy % 3] ?? 'Available', completion: null, url: '', wholesaleNetwork: 'No', ...speeds },
    ],
  }));
  function* content(): Generator<PlacedParts> {
    for (let layer = 0; layer < copies; layer++) {
      const [east, north] = [(layer % 4) * 20_003, Math.floor(layer / 4) * 20_011];
      for (const rings of parts) {
        const moved = rings.map((ring) => ring.map((value, at) => value + (at % 2 === 0 ? east : north)));
        yield { layer, offer: 0, parts: [moved] };
      }
    }
  }
  const database = openDatabase(databaseFile);
  try {
    migrate(database.writer);
    const writing = { nowMs: Date.now(), exclusive: true };
    const plan = { baseId: undefined, keptLayerIds: [], newLayers, note: 'benchmark' };
    const { id } = await withCoverageLock(database.writer, writing.nowMs, () =>
      buildVersion(database.writer, plan, content(), writing),
    );
    await publishVersion(database, id, writing);
    await completeVersion(database.writer, id, writing);
  } finally {
    closeDatabase(database);
  }
  return vertices * copies;
}
