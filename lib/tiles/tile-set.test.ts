import { describe, expect, test } from 'vitest';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { DRAWING_FORM } from './pieces/layer-pieces.ts';
import { mayCover, type TileLayer, tileSetsOf } from './tile-set.ts';

const technologies = [
  { setId: 1, name: 'Fibre', colour: null, isInUse: true, nominalMaxMbps: 100 },
  { setId: 6, name: 'Satellite', colour: '#102030', isInUse: false, nominalMaxMbps: 100 },
];
const layer: TileLayer = {
  setId: 1,
  id: 5,
  provider: 'North Fibre',
  sha256: 'aa',
  createdAt: 9,
  asOf: null,
  parts: 2,
  vertices: 10,
  form: DRAWING_FORM,
  minX: toUnitX(174.7),
  minY: toUnitY(-41.4),
  maxX: toUnitX(175.1),
  maxY: toUnitY(-41.1),
};

const setOf = (versionId: number, layers: readonly TileLayer[]) => {
  const set = tileSetsOf(versionId, technologies, layers).get(1);
  if (set === undefined) throw new Error('There is no such set.');
  return set;
};

test('every technology has tiles, including a retired one and one without offers', () => {
  const sets = tileSetsOf(3, technologies, [layer]);
  expect([...sets.keys()]).toEqual([1, 6]);
  expect([...sets.values()].map(({ look }) => look.colour)).toEqual(['#3f64f9', '#102030']);
  expect(sets.get(6)).toMatchObject({ isInUse: false, box: undefined, isDrawn: true, providers: [] });
});

describe('the fingerprint', () => {
  test('is equal for versions with the same layers', () => {
    const other = { ...layer, setId: 6, id: 8 };
    expect(setOf(3, [layer]).fingerprint).toBe(setOf(4, [layer, other]).fingerprint);
  });

  test.each<[string, Partial<TileLayer>]>([
    ['another layer', { id: 6 }],
    ['a layer with the number of a removed one', { createdAt: 10 }],
    ['another file', { sha256: 'bb' }],
  ])('differs for %s', (_title, other) => {
    expect(setOf(3, [layer]).fingerprint).not.toBe(setOf(3, [{ ...layer, ...other }]).fingerprint);
  });
});

test('a set is drawn when all its layers are drawn in the current form', () => {
  expect(setOf(3, [layer]).isDrawn).toBe(true);
  expect(setOf(3, [layer, { ...layer, id: 6, form: null }]).isDrawn).toBe(false);
  expect(setOf(3, [{ ...layer, form: 0 }]).isDrawn).toBe(false);
});

test('a provider with several layers is named once', () => {
  const layers = ['Ōtaki Fibre', 'North Fibre', 'Ōtaki Fibre'].map((provider, id) => ({ ...layer, id, provider }));
  expect(setOf(3, layers).providers).toEqual(['North Fibre', 'Ōtaki Fibre']);
});

describe('whether a tile may have coverage', () => {
  const set = setOf(3, [layer]);
  const tile = (z: number, x: number, y: number) => mayCover(set, { setId: 1, z, x, y, format: 'mvt' });

  test.each([4, 8, 12, 16])('at zoom %i', (z) => {
    const x = Math.floor(((174.9 + 180) / 360) * 2 ** z);
    const y = Math.floor(((1 - Math.asinh(Math.tan((-41.2 * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z);
    expect(tile(z, x, y)).toBe(true);
    expect(tile(z, 0, y)).toBe(false);
    expect(tile(z, x, 0)).toBe(false);
  });

  test('never, where there are no offers', () => {
    expect(mayCover(setOf(3, []), { setId: 1, z: 4, x: 15, y: 10, format: 'png' })).toBe(false);
  });
});
