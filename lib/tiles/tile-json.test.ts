import { expect, test } from 'vitest';
import { attributionOf, tileJson } from './tile-json.ts';
import { type TileLayer, tileSetsOf } from './tile-set.ts';

const fibre = { setId: 1, name: 'Fibre', colour: null, isInUse: true, nominalMaxMbps: 1000 };
const layer: TileLayer = {
  setId: 1,
  id: 5,
  provider: 'North Fibre',
  sha256: 'aa',
  createdAt: 9,
  asOf: null,
  parts: 2,
  vertices: 10,
  form: 1,
  minX: -60_000_000,
  minY: -410_000_000,
  maxX: -59_000_000,
  maxY: -400_000_000,
};

function json(versionId: number, layers: readonly TileLayer[]) {
  const set = tileSetsOf(versionId, [fibre], layers).get(1);
  if (set === undefined) throw new Error('There is no such set.');
  return JSON.parse(tileJson(set, 'https://watea.example')) as Record<string, unknown>;
}

test('N10: the TileJSON has the addresses of the version', () => {
  expect(json(12, [layer])).toEqual({
    tilejson: '3.0.0',
    name: 'Fibre',
    description: 'Where Fibre broadband is available, being built or planned.',
    version: '12.0.0',
    attribution: 'Coverage: North Fibre; Wātea',
    scheme: 'xyz',
    tiles: ['https://watea.example/tiles/1/{z}/{x}/{y}.mvt?v=12'],
    pictures: ['https://watea.example/tiles/1/{z}/{x}/{y}.png?v=12&colour=3f64f9'],
    pictures_2x: ['https://watea.example/tiles/1/{z}/{x}/{y}@2x.png?v=12&colour=3f64f9'],
    minzoom: 4,
    maxzoom: 16,
    bounds: [174, -41, 174.1, -40],
    vector_layers: [expect.objectContaining({ id: 'coverage', minzoom: 4, maxzoom: 16, fields: expect.any(Object) })],
  });
});

test('while nothing is published, it has no version and the bounds of the service area', () => {
  expect(json(0, [])).toMatchObject({
    tiles: ['https://watea.example/tiles/1/{z}/{x}/{y}.mvt'],
    attribution: 'Wātea',
    bounds: [166.2, -47.5, 178.6, -34.2],
  });
});

test.each([
  ['west of 180°', -60_000_000, -59_000_000, [174, 174.1]],
  ['east of it, as the Chathams', 33_000_000, 38_000_000, [-176.7, -176.2]],
  ['on both sides', -60_000_000, 38_000_000, [-180, 180]],
])('bounds %s', (_title, minX, maxX, [west, east]) => {
  expect(json(1, [{ ...layer, minX, maxX }]).bounds).toEqual([west, -41, east, -40]);
});

test('names in an attribution are escaped', () => {
  expect(attributionOf(['<img src=x onerror="alert(1)">', "A & 'B'"])).toBe(
    'Coverage: &lt;img src=x onerror=&quot;alert(1)&quot;&gt; and A &amp; &#39;B&#39;; Wātea',
  );
});
