import { describe, expect, test } from 'vitest';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { gridX, gridY, type Level, levelOf, levels } from '#lib/tiles/grid.ts';
import { windingAt } from '#tests/models/sample-rings.ts';
import { ring, seededRandom } from '#tests/models/sample-shapes.ts';
import { LayerPieces, type Piece } from './layer-pieces.ts';
import { readPiece } from './piece-codec.ts';
import { doubleArea, type Ring } from './ring.ts';

/** A part around a place: a ring of `vertices` with a wavy edge, `size` degrees across, as parts are stored. */
function blob(longitude: number, latitude: number, size: number, vertices = 2000): Int32Array {
  return ring(
    Array.from({ length: vertices }, (_, at): [number, number] => {
      const angle = (2 * Math.PI * at) / vertices;
      const radius = (size / 2) * (0.8 + 0.2 * Math.sin(angle * 7) * Math.cos(angle * 31));
      return [toUnitX(longitude + radius * Math.cos(angle)), toUnitY(latitude + radius * Math.sin(angle))];
    }),
  );
}

function ringsOf(pieces: readonly Piece[], level: Level): { offer: number; ring: Ring }[] {
  const rings: { offer: number; ring: Ring }[] = [];
  for (const { tile, body } of pieces.filter((piece) => piece.level === level.id)) {
    const columns = 2 ** level.cutZoom;
    const [west, north] = [(tile % columns) * level.side, Math.floor(tile / columns) * level.side];
    readPiece(body, west, north, (offer, own) => {
      for (let at = 0; at < own.length; at += 2) {
        expect(own[at]).toBeGreaterThanOrEqual(west);
        expect(own[at]).toBeLessThanOrEqual(west + level.side);
        expect(own[at + 1]).toBeGreaterThanOrEqual(north);
        expect(own[at + 1]).toBeLessThanOrEqual(north + level.side);
      }
      rings.push({ offer, ring: own });
    });
  }
  return rings;
}

function drawn(add: (pieces: LayerPieces) => void): Piece[] {
  const pieces = new LayerPieces();
  add(pieces);
  return [...pieces.take()];
}

const vertices = (rings: readonly { ring: Ring }[]) => rings.reduce((sum, { ring: own }) => sum + own.length / 2, 0);

// at the two coarsest levels it is too small to be seen
describe.each([16, 12, 10, 8].map((id) => [id, levelOf(id)] as const))(
  'level %i of an area of a tenth of a degree',
  (_id, level) => {
    const pieces = drawn((layer) => layer.add(7, [blob(174.8, -41.2, 0.1, 600), blob(174.8, -41.2, 0.03, 600)]));
    const rings = ringsOf(pieces, level);

    test('covers the same ground within half a pixel, also around the hole', () => {
      const exact = [blob(174.8, -41.2, 0.1, 600), blob(174.8, -41.2, 0.03, 600)].map((one) =>
        Int32Array.from(one, (value, at) => (at % 2 === 0 ? gridX(value) : gridY(value))),
      );
      const isIn = (x: number, y: number) => exact.filter((one) => windingAt([one], x, y) !== 0).length === 1;
      const halfPixel = 2 ** (16 - Math.min(16, level.zoom)) * 8;
      const random = seededRandom(5);
      let asked = 0;
      for (let point = 0; point < 1500; point++) {
        const x = gridX(toUnitX(174.74)) + random(0, 90_000) + 0.5;
        const y = gridY(toUnitY(-41.14)) + random(0, 120_000) + 0.5;
        const isInside = isIn(x, y);
        // only points whose whole neighbourhood is on one side
        const near = [-2, 0, 2].flatMap((dx) =>
          [-2, 0, 2].map((dy) => [x + dx * halfPixel, y + dy * halfPixel] as const),
        );
        if (near.some(([nearX, nearY]) => isIn(nearX, nearY) !== isInside)) continue;
        const scale = 2 ** level.shift;
        expect(
          windingAt(
            rings.map(({ ring: own }) => own),
            x / scale,
            y / scale,
          ) !== 0,
        ).toBe(isInside);
        asked++;
      }
      expect(asked).toBeGreaterThan(100);
    });

    test('belongs to its offer', () => {
      expect(new Set(rings.map(({ offer }) => offer))).toEqual(new Set([7]));
    });
  },
);

test('a coarser level has fewer vertices', () => {
  const pieces = drawn((layer) => layer.add(7, [blob(174.8, -41.2, 1, 20_000)]));
  const counts = levels.map((level) => vertices(ringsOf(pieces, level)));
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
  expect(counts[0]).toBeGreaterThan(19_000);
  expect(counts.at(-1)).toBeLessThan(120);
});

describe('an area too small to be seen at a zoom', () => {
  const pieces = drawn((layer) => layer.add(7, [blob(174.8, -41.2, 0.002, 100)]));

  test.each([4, 6, 8])('is a square of two pixels at level %i', (id) => {
    const level = levelOf(id);
    const rings = ringsOf(pieces, level);
    expect(rings).toHaveLength(1);
    expect(doubleArea(rings[0]?.ring ?? new Int32Array())).toBe(2 * 32 * 32);
  });

  test('keeps its shape where it is larger', () => {
    expect(vertices(ringsOf(pieces, levelOf(12)))).toBeGreaterThan(4);
    expect(vertices(ringsOf(pieces, levelOf(16)))).toBeGreaterThan(50);
  });

  test('a thousand of them in one place become one mark for each offer', () => {
    const many = drawn((layer) => {
      for (const offer of [7, 8]) {
        for (let copy = 0; copy < 1000; copy++) layer.add(offer, [blob(174.8, -41.2, 0.0005 + copy * 1e-7, 8)]);
      }
    });
    expect(ringsOf(many, levelOf(4)).map(({ offer }) => offer)).toEqual([7, 8]);
  });
});

test('a long narrow area stays connected, and its holes are removed when they cannot be seen', () => {
  const road = ring([
    [toUnitX(174.8), toUnitY(-41.2)],
    [toUnitX(174.9), toUnitY(-41.2)],
    [toUnitX(174.9), toUnitY(-41.2001)],
    [toUnitX(174.8), toUnitY(-41.2001)],
  ]);
  const level = levelOf(8);
  const marks = ringsOf(
    drawn((layer) => layer.add(7, [road])),
    level,
  ).map(({ ring: one }) => one);
  const middle = gridY(toUnitY(-41.20005)) / 2 ** level.shift + 0.5;
  for (let longitude = 174.801; longitude < 174.9; longitude += 0.003) {
    const x = gridX(toUnitX(longitude)) / 2 ** level.shift + 0.5;
    expect(windingAt(marks, x, middle)).toBeGreaterThan(0);
  }

  const withHole = drawn((layer) => layer.add(7, [blob(174.8, -41.2, 0.1), blob(174.8, -41.2, 0.001, 20)]));
  expect(ringsOf(withHole, levelOf(16)).some(({ ring: one }) => doubleArea(one) < 0)).toBe(true);
  expect(ringsOf(withHole, levelOf(8)).every(({ ring: one }) => doubleArea(one) > 0)).toBe(true);
});

test('the Chathams are next to New Zealand, across 180°', () => {
  const across = ring([
    [toUnitX(178), toUnitY(-44)],
    [toUnitX(184), toUnitY(-44)],
    [toUnitX(184), toUnitY(-43)],
    [toUnitX(178), toUnitY(-43)],
  ]);
  const level = levelOf(4);
  const rings = ringsOf(
    drawn((layer) => layer.add(7, [across])),
    level,
  ).map(({ ring: own }) => own);
  const y = gridY(toUnitY(-43.5)) / 2 ** level.shift;
  for (const longitude of [178.5, 179.999, 180.001, 183.5]) {
    expect(windingAt(rings, gridX(toUnitX(longitude)) / 2 ** level.shift, y + 0.25)).toBe(1);
  }
});

test('an area that is narrow for thousands of kilometres is marked along its whole length', () => {
  // eight times across the country and back, one unit wide
  const way = Array.from({ length: 16 }, (_, turn): [number, number] => [
    toUnitX((turn >> 1) % 2 === turn % 2 ? 168 : 178),
    toUnitY(-46 + (turn >> 1) / 2),
  ]);
  const narrow = ring([...way, ...way.toReversed().map(([x, y]): [number, number] => [x, y + 1])]);
  let marks = 0;
  for (const { level, body } of drawn((layer) => layer.add(7, [narrow]))) {
    if (level === levelOf(12).id) readPiece(body, 0, 0, () => marks++);
  }
  expect(marks).toBeGreaterThan(150_000);
});
