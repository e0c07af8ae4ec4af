import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { GeoJSON, MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import { type Position, packLand } from './pack-land.ts';

/** Where the outline is served from: `/land/nz.json`. */
export const landFile = new URL('../public/land/nz.json', import.meta.url);

/** The service box and a bit around it, so that Stewart Island and the small ones off the coast are whole. */
const frame = { west: 165.5, east: 179.5, south: -48.5, north: -33.5 };

/** A thousandth of a degree is 110 m; Natural Earth's own grid at 1:10 million is 190 to 300 m. */
const stepsPerDegree = 1000;

/** The outline's text: every island of Natural Earth's 1:10 million land that lies within the frame, largest first. */
export function landText(): string {
  const source = createRequire(import.meta.url).resolve('world-atlas/land-10m.json');
  const topology: Parameters<typeof feature>[0] = JSON.parse(readFileSync(source, 'utf8'));
  const land = topology.objects.land;
  if (land === undefined) throw new Error(`${source} has no "land".`);
  const islands = polygonsOf(feature(topology, land)).filter((polygon) => polygon.every(isWithinFrame));
  const rings = islands.map(([shore, ...holes]) => {
    if (shore === undefined || holes.length > 0) throw new Error('An island with a hole: the outline knows none.');
    return shore;
  });
  rings.sort((a, b) => b.length - a.length);
  return `${JSON.stringify(packLand(rings, stepsPerDegree))}\n`;
}

function polygonsOf(shape: GeoJSON): Position[][][] {
  if (shape.type === 'FeatureCollection') return shape.features.flatMap(polygonsOf);
  if (shape.type === 'Feature') return polygonsOf(shape.geometry);
  if (shape.type === 'GeometryCollection') return shape.geometries.flatMap(polygonsOf);
  if (shape.type === 'Polygon') return [polygonOf(shape.coordinates)];
  if (shape.type === 'MultiPolygon') return shape.coordinates.map(polygonOf);
  return [];
}

function polygonOf(coordinates: Polygon['coordinates'] | MultiPolygon['coordinates'][number]): Position[][] {
  return coordinates.map((ring) => ring.map(([x = Number.NaN, y = Number.NaN]): Position => [x, y]));
}

function isWithinFrame(ring: readonly Position[]): boolean {
  return ring.every(([x, y]) => x >= frame.west && x <= frame.east && y >= frame.south && y <= frame.north);
}

if (import.meta.main) writeFileSync(landFile, landText());
