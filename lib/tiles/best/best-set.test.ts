import { expect, test } from 'vitest';
import { DRAWING_FORM } from '#lib/tiles/pieces/layer-pieces.ts';
import { type TileLayer, type TileTechnology, tileSetsOf } from '#lib/tiles/tile-set.ts';
import { bestSetOf, lookKey } from './best-set.ts';

const technology = (setId: number, name: string, nominalMaxMbps: number, isInUse = true): TileTechnology => ({
  setId,
  name,
  nominalMaxMbps,
  isInUse,
  colour: null,
});
const layer = (setId: number, minX: number, more: Partial<TileLayer> = {}): TileLayer => ({
  setId,
  id: setId,
  provider: 'Tūī',
  sha256: 'aa',
  createdAt: 9,
  asOf: null,
  parts: 1,
  vertices: 4,
  form: DRAWING_FORM,
  minX,
  minY: -410_000_000,
  maxX: minX + 10,
  maxY: -400_000_000,
  ...more,
});
const bestOf = (technologies: readonly TileTechnology[], layers: readonly TileLayer[]) =>
  bestSetOf(3, tileSetsOf(3, technologies, layers).values());

const technologies = [
  technology(1, 'Wireless', 100),
  technology(2, 'VDSL', 100),
  technology(3, 'Fibre', 950),
  technology(4, 'Dial-up', 5000, false),
  technology(5, 'Satellite', 300),
];

test('has the technologies in use that cover anything: the nominally faster first, then by name', () => {
  const best = bestOf(technologies, [layer(1, 10), layer(2, 30), layer(3, 50), layer(4, 70)]);
  expect(best.look.looks.map(({ setId }) => setId)).toEqual([3, 2, 1]);
  expect(best.box).toEqual({ minX: 10, minY: -410_000_000, maxX: 60, maxY: -400_000_000 });
  expect(best.isDrawn).toBe(true);
});

test('is drawn when all of them are, and empty without any', () => {
  expect(bestOf(technologies, [layer(1, 10), layer(2, 30, { form: null })]).isDrawn).toBe(false);
  expect(bestOf(technologies, [])).toMatchObject({ isDrawn: true, box: undefined, look: { looks: [] } });
});

test('what it is drawn from, and how, change its fingerprint; its address changes with its looks', () => {
  const first = bestOf(technologies, [layer(1, 10)]);
  const changed = bestOf(technologies, [layer(1, 10, { sha256: 'bb' })]);
  const recoloured = bestOf([{ ...technology(1, 'Wireless', 100), colour: '#102030' }], [layer(1, 10)]);
  expect(new Set([first, changed, recoloured].map(({ fingerprint }) => fingerprint)).size).toBe(3);
  expect(lookKey(changed.look)).toBe(lookKey(first.look));
  expect(lookKey(recoloured.look)).not.toBe(lookKey(first.look));
});
