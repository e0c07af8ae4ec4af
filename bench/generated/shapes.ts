import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { seededRandom } from '#lib/demonstration/random.ts';
import { towns } from '#lib/places/towns.ts';

/** One polygon of a settlement: rings of x0, y0, x1, y1, … in units of 1e-7 degree, closed. */
export type Part = readonly Int32Array[];

export interface Shapes {
  readonly source: string;
  readonly parts: readonly Part[];
}

const file = `${import.meta.dirname}/../../../shared/data/nz-urban-areas.geojson.gz`;

/** The outlines of New Zealand's urban areas, or invented ones with the same statistics where the file does not exist. */
export function settlementShapes(): Shapes {
  if (existsSync(file)) return { source: 'outlines of New Zealand’s urban areas (Stats NZ)', parts: readShapes() };
  return { source: 'invented outlines of the same statistics', parts: inventShapes() };
}

export function vertexCount(part: Part): number {
  return part.reduce((sum, ring) => sum + ring.length / 2, 0);
}

/** The box around rings. */
export function boxOf(rings: readonly Int32Array[]): { west: number; east: number; south: number; north: number } {
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      box.west = Math.min(box.west, ring[at] as number);
      box.east = Math.max(box.east, ring[at] as number);
      box.south = Math.min(box.south, ring[at + 1] as number);
      box.north = Math.max(box.north, ring[at + 1] as number);
    }
  }
  return box;
}

function readShapes(): Part[] {
  const { features }: FeatureCollection<Polygon | MultiPolygon> = JSON.parse(gunzipSync(readFileSync(file)).toString());
  const polygons = features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
  );
  return polygons.map((rings) =>
    rings.map((ring) => Int32Array.from(ring.flatMap(([x = 0, y = 0]) => [toUnitX(x), toUnitY(y)]))),
  );
}

/** The real file has 210 parts with 9 to 40,000 vertices, 797,193 in all; half of the parts have fewer than 600. */
const inventedParts = 210;
const inventedVertices = 797_193;

function inventShapes(): Part[] {
  const random = seededRandom(142);
  const weights = Array.from({ length: inventedParts }, () => Math.exp(1.9 * normal(random)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight, place) => {
    const town = towns[place % towns.length] ?? { longitude: 175, latitude: -40 };
    const vertices = Math.max(9, Math.round((weight / total) * inventedVertices));
    const centre = {
      x: toUnitX(town.longitude + (random() - 0.5) * 0.3),
      y: toUnitY(town.latitude + (random() - 0.5) * 0.3),
    };
    return [outline(centre, vertices, random)];
  });
}

/** A closed outline whose distance from the centre wanders; about 9 m from vertex to vertex, as in the real ones. */
function outline(centre: { x: number; y: number }, vertices: number, random: () => number): Int32Array {
  const radius = Math.max(20, (vertices * 9) / (2 * Math.PI)) * 90;
  const waves = Array.from({ length: 9 }, (_, wave) => ({
    times: Math.ceil((wave + 1) ** 1.8),
    size: (random() * 0.25) / (wave + 1),
    turn: random() * 2 * Math.PI,
  }));
  const ring = new Int32Array(2 * (vertices + 1));
  for (let at = 0; at < vertices; at++) {
    const angle = (2 * Math.PI * at) / vertices;
    let distance = 1 + (random() - 0.5) * Math.min(0.1, 6 / vertices);
    for (const { times, size, turn } of waves) distance += size * Math.sin(times * angle + turn);
    ring[2 * at] = centre.x + Math.round(radius * distance * Math.cos(angle) * 1.3);
    ring[2 * at + 1] = centre.y + Math.round(radius * distance * Math.sin(angle));
  }
  ring.copyWithin(2 * vertices, 0, 2);
  return ring;
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
