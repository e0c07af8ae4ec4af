import { closeSync, openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { seededRandom } from '#lib/demonstration/random.ts';
import { towns } from '#lib/places/towns.ts';

export interface JaggedPolygons {
  readonly polygons: number;
  /** Of all polygons together. */
  readonly vertices: number;
}

type Position = readonly [longitude: number, latitude: number];

/** The technologies, and the fastest download of each in Mbps. */
const technologies = { Fibre: 950, Cable: 700, VDSL: 80, Wireless: 60, ADSL: 18 };
const providers = 20;

/** One million vertices in two thousand polygons around the towns, about ten deep, with edges that cross each other. */
const usual: JaggedPolygons = { polygons: 2000, vertices: 1_000_000 };

/**
 * `node bench/jagged-polygons.ts FILE [--vertices N] [--polygons N]` writes GeoJSON of jagged, overlapping polygons of five
 * technologies and 20 providers. The same numbers always give the same bytes.
 */
export function writeJaggedPolygons(path: string, { polygons, vertices }: JaggedPolygons = usual): void {
  const random = seededRandom(2000);
  const file = openSync(path, 'w');
  writeSync(file, '{"type":"FeatureCollection","features":[\n');
  for (let place = 0; place < polygons; place++) {
    const ring = jaggedRing(random, place, Math.round(vertices / polygons));
    const geometry = { type: 'Polygon', coordinates: [ring] };
    const feature = { type: 'Feature', properties: propertiesOf(place), geometry };
    writeSync(file, `${place === 0 ? '' : ',\n'}${JSON.stringify(feature)}`);
  }
  writeSync(file, '\n]}\n');
  closeSync(file);
}

/** A closed ring around a town, whose distance from its centre jumps by up to half at each vertex. */
function jaggedRing(random: () => number, place: number, vertices: number): Position[] {
  const town = towns[place % towns.length] ?? { longitude: 175, latitude: -40 };
  const longitude = town.longitude + (random() - 0.5) * 0.5;
  const latitude = town.latitude + (random() - 0.5) * 0.5;
  const radius = 0.1 + random() * 0.3;
  const ring = Array.from({ length: vertices - 1 }, (_, vertex): Position => {
    const angle = (2 * Math.PI * vertex) / (vertices - 1);
    const distance = radius * (0.5 + random() * 0.5);
    return [rounded(longitude + 1.3 * distance * Math.cos(angle)), rounded(latitude + distance * Math.sin(angle))];
  });
  return [...ring, ...ring.slice(0, 1)];
}

/** Coverage has seven decimals. */
const rounded = (degrees: number) => Math.round(degrees * 1e7) / 1e7;

function propertiesOf(place: number): object {
  const provider = place % providers;
  const [technology, fastest] = Object.entries(technologies)[(place + Math.floor(place / providers)) % 5] ?? [
    'Fibre',
    950,
  ];
  return {
    technology,
    provider: `Jagged ${provider + 1}`,
    availability: ['Available', 'Available', 'Underway', 'Planned'][Math.floor(place / 7) % 4],
    bandwidth_min_mbps: fastest / 10,
    bandwidth_max_mbps: fastest,
    bandwidth_up_min_mbps: fastest / 20,
    bandwidth_up_max_mbps: fastest / 2,
  };
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { vertices: { type: 'string' }, polygons: { type: 'string' } },
    allowPositionals: true,
  });
  const [path] = positionals;
  if (path === undefined) throw new Error('Which file?');
  const { vertices = usual.vertices, polygons = usual.polygons } = values;
  writeJaggedPolygons(path, { vertices: Number(vertices), polygons: Number(polygons) });
}
