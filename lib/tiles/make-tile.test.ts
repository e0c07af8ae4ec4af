import { inflateSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { describe, expect, test } from 'vitest';
import { sourceOf, square, tileAt } from '#tests/support/tile-source.ts';
import { makeTile, type TileOffer } from './make-tile.ts';
import { areaStyles, textureOf } from './picture/texture.ts';

const look = { colour: '#3f64f9', pattern: 'rising' } as const;

const north: TileOffer = { availability: 'Available', provider: 'North Fibre', maxMbps: 950 };
const east: TileOffer = { availability: 'Planned', provider: 'Ōtaki Fibre', maxMbps: 12.5 };

function decode(body: Uint8Array | undefined) {
  if (body === undefined) throw new Error('The tile is empty.');
  const tile = new VectorTile(new PbfReader(body));
  expect(Object.keys(tile.layers)).toEqual(['coverage']);
  const layer = tile.layers.coverage;
  if (layer === undefined) throw new Error('There is no layer.');
  expect([layer.version, layer.extent]).toEqual([2, 4096]);
  return Array.from({ length: layer.length }, (_, at) => {
    const feature = layer.feature(at);
    expect(feature.type).toBe(3);
    return { ...feature.properties, rings: feature.loadGeometry() };
  });
}

/** The surveyor's formula; positive for an outer ring (Mapbox Vector Tile 2.1, 4.3.4.4). */
function areaOf(ring: readonly { x: number; y: number }[]): number {
  let sum = 0;
  ring.forEach(({ x, y }, at) => {
    const next = ring[(at + 1) % ring.length] ?? { x: 0, y: 0 };
    sum += x * next.y - next.x * y;
  });
  return sum / 2;
}

describe('a vector tile', () => {
  const hole = square(174.79, -41.21, 0.02);
  const source = sourceOf([
    { offer: north, parts: [[square(174.75, -41.25, 0.1), hole]] },
    { offer: east, parts: [[square(174.9, -41.25, 0.05)]] },
    { offer: { ...north }, parts: [[square(174.6, -41.25, 0.05)]] },
  ]);

  test('has one feature for all areas with the same properties', () => {
    const features = decode(makeTile(source, look, { ...tileAt(174.8, -41.2, 8), format: 'mvt' }));
    expect(features.map(({ rings: _, ...properties }) => properties)).toEqual([
      { availability: 'Available', provider: 'North Fibre', max_mbps: 950 },
      { availability: 'Planned', provider: 'Ōtaki Fibre', max_mbps: 12.5 },
    ]);
  });

  test.each([8, 9, 11, 12])('of zoom %i has complete areas, without the cuts of the stored pieces', (z) => {
    const { rings } = decode(makeTile(source, look, { ...tileAt(174.8, -41.2, z), format: 'mvt' }))[0] ?? { rings: [] };
    const kept = rings.filter((ring) => Math.abs(areaOf(ring)) > 4);
    // each ring is a rectangle, or the part of one inside the tile's margin
    for (const ring of kept) expect(ring.length).toBeLessThanOrEqual(7);
  });

  test('has a hole after the ring around it, in the opposite direction', () => {
    const [feature] = decode(makeTile(source, look, { ...tileAt(174.8, -41.2, 9), format: 'mvt' }));
    const areas = (feature?.rings ?? []).map(areaOf);
    const place = areas.findIndex((area) => area < 0);
    expect(place).toBeGreaterThan(0);
    expect(areas[place - 1]).toBeGreaterThan(-(areas[place] ?? 0));
  });

  test('is undefined where nothing is covered, also in the middle of a hole', () => {
    expect(makeTile(source, look, { ...tileAt(174.8, -41.2, 16), format: 'mvt' })).toBeUndefined();
    expect(makeTile(source, look, { ...tileAt(170, -45, 9), format: 'mvt' })).toBeUndefined();
  });

  test('continues for 64 steps beyond its edge and no further', () => {
    const wide = sourceOf([{ offer: north, parts: [[square(173, -42, 3)]] }]);
    for (const z of [9, 12, 15]) {
      const [feature] = decode(makeTile(wide, look, { ...tileAt(174.8, -41.2, z), format: 'mvt' }));
      const corners = feature?.rings[0]?.map(({ x, y }) => `${x},${y}`).slice(0, 4);
      expect(corners?.sort()).toEqual(['-64,-64', '-64,4160', '4160,-64', '4160,4160']);
      expect(feature?.rings).toHaveLength(1);
    }
  });
});

/** The opacity of each pixel, 0 to 255. */
function opacitiesOf(png: Uint8Array | undefined): number[][] {
  const file = Buffer.from(png ?? []);
  const width = file.readUInt32BE(16);
  const find = (type: string) => {
    const at = file.indexOf(type, 0, 'latin1');
    return file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4));
  };
  const shades = find('tRNS');
  const rows = inflateSync(find('IDAT'));
  return Array.from({ length: width }, (_, y) =>
    Array.from({ length: width }, (_, x) => shades[rows[y * (width + 1) + 1 + x] ?? 0] ?? 0),
  );
}

describe('a picture', () => {
  const wide = sourceOf([{ offer: north, parts: [[square(173, -42, 3)]] }]);

  test.each([
    ['png', 1, 9],
    ['png', 1, 14],
    ['png@2x', 2, 9],
  ] as const)(
    'of a covered tile (%s, density %i, zoom %i) is its pattern alone, with no line along its edges',
    (format, density, z) => {
      const opacities = opacitiesOf(makeTile(wide, look, { ...tileAt(174.8, -41.2, z), format }));
      expect(opacities).toHaveLength(256 * density);
      const texture = textureOf('rising', areaStyles.Available, density);
      expect(256 % (texture.side / density)).toBe(0);
      const differences = opacities.flatMap((row, y) =>
        row.filter((opacity, x) => {
          const exact = texture.opacities[(y % texture.side) * texture.side + (x % texture.side)] ?? 0;
          return Math.abs(opacity - exact * 255) > 3;
        }),
      );
      expect(differences).toEqual([]);
    },
  );

  test('shows the best availability where offers overlap', () => {
    const both = sourceOf([
      { offer: east, parts: [[square(173, -42, 3)]] },
      { offer: north, parts: [[square(173, -42, 3)]] },
      { offer: { ...east, availability: 'Underway' }, parts: [[square(173, -42, 3)]] },
    ]);
    const address = { ...tileAt(174.8, -41.2, 10), format: 'png' } as const;
    expect(makeTile(both, look, address)).toEqual(makeTile(wide, look, address));
  });

  test('continues the line along a border in the next tile, and has no line along the tile’s own edge', () => {
    const upper = tileAt(175.999, -41.2, 10);
    const [above, below] = [0, 1].map((more) =>
      opacitiesOf(makeTile(wide, look, { ...upper, y: upper.y + more, format: 'png' })),
    );
    // the border runs straight down through both tiles
    const borderOf = (row: readonly number[] = []) => row.flatMap((opacity, x) => (opacity > 200 ? [x] : []));
    expect(borderOf(above?.at(-1)).length).toBeGreaterThan(0);
    expect(borderOf(above?.at(-1)).length).toBeLessThan(3);
    expect(borderOf(above?.at(-1))).toEqual(borderOf(below?.[0]));
  });

  test('is undefined where nothing is covered', () => {
    expect(makeTile(wide, look, { ...tileAt(170, -45, 9), format: 'png' })).toBeUndefined();
  });

  test('marks an area that is smaller than a pixel', () => {
    const small = sourceOf([{ offer: north, parts: [[square(174.8, -41.2, 0.001)]] }]);
    for (const z of [4, 5, 6, 7, 8]) {
      const opacities = opacitiesOf(makeTile(small, look, { ...tileAt(174.8005, -41.1995, z), format: 'png' })).flat();
      expect(Math.max(...opacities)).toBeGreaterThan(200);
      expect(opacities.filter((opacity) => opacity > 0).length).toBeLessThanOrEqual(4);
    }
  });
});
