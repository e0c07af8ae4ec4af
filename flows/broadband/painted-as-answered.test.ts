import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { expect, test } from 'vitest';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { openTileReader } from '#db/tiles/tile-reader.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { opacitiesOf } from '#lib/tiles/picture/png.ts';
import { oddShapes, type ShapePlace } from '#tests/models/odd-shapes.ts';
import { distanceToEdge, windingAt } from '#tests/models/sample-rings.ts';
import { type Random, seededRandom } from '#tests/models/sample-shapes.ts';
import { collection, file, importFile, offered, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { tries } from '#tests/support/long.ts';
import { publishVersion } from './publish-version.ts';

const look = { colour: '#3f64f9', pattern: 'rising' } as const;

/** Steps along the side of a tile, and along that of a pixel. */
const steps = 4096;
const pixel = 16;

/** How far a point must be from an edge, in steps of its tile: at coarser zooms edges are moved by up to half a pixel. */
const leastDistance = (zoom: number) => (zoom > 12 ? 1.5 : 1.5 * pixel);

/** An area smaller than this is marked by a dot, which is larger than the area. */
const smallest = (zoom: number) => ((2 * pixel) / steps) * (360 / 2 ** zoom);

/** A position on the map in steps of the tiles of a zoom. */
function project(longitude: number, latitude: number, zoom: number): [x: number, y: number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const side = 2 ** zoom * steps;
  return [(longitude / 360 + 0.5) * side, (0.5 - Math.atanh(sine) / (2 * Math.PI)) * side];
}

interface Drawn {
  readonly place: ShapePlace;
  /** Every ring with its edges cut short, as they are straight in degrees. */
  readonly outline: readonly (readonly [longitude: number, latitude: number])[][];
}

/** Imports and publishes one shape of each kind, of several sizes, apart from each other. */
async function publishShapes(random: Random) {
  const database = freshDatabase();
  const shapes: Drawn[] = [];
  const features: object[] = [];
  const kinds = Object.values(oddShapes).flatMap((draw) => [0.02, 0.25, 1].map((size) => ({ draw, size })));
  kinds.forEach(({ draw, size }, number) => {
    const place = { longitude: 167.3 + (number % 8) * 1.3, latitude: -46.4 + Math.floor(number / 8) * 1.2, size };
    const polygons = draw(random, place);
    features.push({
      type: 'Feature',
      properties: offered,
      geometry: { type: 'MultiPolygon', coordinates: polygons },
    });
    shapes.push({ place, outline: polygons.flat().map((ring) => cutShort(ring)) });
  });
  const { id } = await importFile(database, file(collection(...features)));
  await publishVersion(database, id, writing);
  return { database, id, shapes };
}

function cutShort(ring: readonly [number, number][]): [number, number][] {
  return ring.slice(1).flatMap(([toX, toY], at) => {
    const [fromX, fromY] = ring[at] as [number, number];
    const pieces = Math.max(1, Math.ceil(Math.hypot(toX - fromX, toY - fromY) / 0.01));
    return Array.from({ length: pieces }, (_, piece): [number, number] => [
      fromX + ((toX - fromX) * piece) / pieces,
      fromY + ((toY - fromY) * piece) / pieces,
    ]);
  });
}

/** A point near an edge of the shape, or anywhere around it. */
function pickPoint(random: Random, { place, outline }: Drawn, zoom: number): [longitude: number, latitude: number] {
  const ring = outline[random(0, outline.length - 1)] ?? [];
  const [x = 0, y = 0] = ring[random(0, ring.length - 1)] ?? [];
  const anywhere = () => (random(-600, 600) / 1000) * place.size;
  if (random(0, 1) === 0) return [place.longitude + anywhere(), place.latitude + anywhere()];
  const step = (360 / 2 ** zoom / steps) * leastDistance(zoom);
  return [x + (random(-4000, 4000) / 1000) * step, y + (random(-4000, 4000) / 1000) * step];
}

test('every point away from an edge is painted as it is answered, at every zoom and by any fill rule', async () => {
  const random = seededRandom(16);
  const { database, id, shapes } = await publishShapes(random);
  const lookup = coverageLookup(database.reader);
  const tiles = openTileReader(database.reader.sqlite.name);
  const asked = { covered: 0, free: 0 };
  const differences: string[] = [];
  for (let point = 0; point < tries(240, 40_000); point++) {
    const zoom = random(4, 16);
    const shape = shapes[random(0, shapes.length - 1)] as Drawn;
    if (shape.place.size < smallest(zoom)) continue;
    const [longitude, latitude] = pickPoint(random, shape, zoom);
    const [x, y] = project(longitude, latitude, zoom);
    // relative to the point, for the precision of the distance
    const rings = shape.outline.map((ring) =>
      Float64Array.from(
        ring.flatMap(([lng, lat]) => project(lng, lat, zoom).map((value, at) => value - (at === 0 ? x : y))),
      ),
    );
    if (distanceToEdge(rings, 0, 0) < leastDistance(zoom)) continue;
    const tile = { setId: 1, z: zoom, x: Math.floor(x / steps), y: Math.floor(y / steps) };
    const [stepX, stepY] = [x - tile.x * steps, y - tile.y * steps];
    const isAnswered = lookup.offersAt({ x: toUnitX(longitude), y: toUnitY(latitude) }).length > 0;
    asked[isAnswered ? 'covered' : 'free']++;
    const vector = tiles.make(id, look, { ...tile, format: 'mvt' });
    const counts = vector.outcome === 'made' ? countsAt(vector.body, stepX, stepY) : [0, 0];
    const expected = isAnswered ? 1 : 0;
    if (counts.some((count) => count !== expected)) differences.push(`${zoom} ${longitude},${latitude}: ${counts}`);
    if (distanceToEdge(rings, 0, 0) < 2 * pixel) continue;
    const picture = tiles.make(id, look, { ...tile, format: 'png' });
    const opacity = picture.outcome === 'made' ? opacityAt(picture.body, stepX, stepY) : 0;
    if (opacity > 0 !== isAnswered) differences.push(`${zoom} ${longitude},${latitude}: opacity ${opacity}`);
  }
  tiles.close();
  expect(differences).toEqual([]);
  expect(Math.min(asked.covered, asked.free)).toBeGreaterThan(tries(40, 500));
});

/** How many rings of a feature are around a place, and how often they wind around it. */
function countsAt(body: Uint8Array, x: number, y: number): [number, number] {
  const layer = new VectorTile(new PbfReader(body)).layers.coverage;
  const rings = (layer?.feature(0).loadGeometry() ?? []).map((ring) =>
    Int32Array.from(ring.slice(0, -1).flatMap((position) => [position.x, position.y])),
  );
  const around = rings.filter((ring) => windingAt([ring], x, y) !== 0);
  return [around.length % 2, windingAt(rings, x, y)];
}

function opacityAt(body: Uint8Array, x: number, y: number): number {
  return opacitiesOf(body)[Math.floor(y / pixel) * (steps / pixel) + Math.floor(x / pixel)] ?? 0;
}
