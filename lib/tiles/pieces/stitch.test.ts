import { describe, expect, test } from 'vitest';
import { box, distanceToEdge, star, tangle, windingAt } from '#tests/models/sample-rings.ts';
import { seededRandom } from '#tests/models/sample-shapes.ts';
import { tries } from '#tests/support/long.ts';
import { clipToWindow, cutToPieces } from './cut.ts';
import { doubleArea, type Ring, reversed } from './ring.ts';
import { stitch } from './stitch.ts';

const side = 1024;
const everything = { minX: -side, minY: -side, maxX: 20 * side, maxY: 20 * side };

function cut(rings: readonly Ring[]): Ring[] {
  const pieces: Ring[] = [];
  cutToPieces(rings, side, (_column, _row, piece) => void pieces.push(...piece));
  return pieces;
}

/** Edges that lie along a cut and on no edge of the shape itself. */
function cutEdges(rings: readonly Ring[], of: readonly Ring[]): number {
  let found = 0;
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const next = (at + 2) % ring.length;
      const [ax = 0, ay = 0] = [ring[at], ring[at + 1]];
      const [bx = 0, by = 0] = [ring[next], ring[next + 1]];
      const isAlong = (ax === bx && ax % side === 0) || (ay === by && ay % side === 0);
      if (isAlong && distanceToEdge(of, (ax + bx) / 2, (ay + by) / 2) > 2) found++;
    }
  }
  return found;
}

describe('pieces stitched together again', () => {
  test.each(Object.entries({ star, tangle }))('cover what the %s covered, without the cuts', (_name, draw) => {
    const random = seededRandom(21);
    let cuts = 0;
    for (let round = 0; round < tries(80, 1600); round++) {
      const rings = [draw(random, random(3, 30), 16 * side), draw(random, random(3, 10), 16 * side)];
      const pieces = cut(rings);
      const joined = stitch(pieces, side, everything);
      for (let point = 0; point < 30; point++) {
        const [x, y] = [random(0, 16 * side) + 0.5, random(0, 16 * side) + 0.25];
        if (distanceToEdge(rings, x, y) < 2) continue;
        expect(windingAt(joined, x, y)).toBe(windingAt(rings, x, y));
      }
      expect(cutEdges(joined, rings)).toBe(0);
      cuts += cutEdges(pieces, rings);
    }
    expect(cuts).toBeGreaterThan(1000);
  });

  test('restore a ring that does not cross itself as one ring', () => {
    const random = seededRandom(22);
    for (let round = 0; round < tries(40, 800); round++) {
      const ring = star(random, random(12, 60), 9 * side);
      const joined = stitch(cut([ring]), side, everything);
      expect(joined).toHaveLength(1);
      expect(joined[0]?.length).toBeGreaterThanOrEqual(ring.length);
    }
  });

  test('restore a hole as a hole', () => {
    const ground = box(100, 100, 5000, 5000);
    const hole = reversed(box(900, 900, 4000, 4000));
    const joined = stitch(cut([ground, hole]), side, everything);
    expect(joined.map((ring) => Math.sign(doubleArea(ring))).sort()).toEqual([-1, 1]);
    expect(windingAt(joined, 2000.5, 2000.25)).toBe(0);
    expect(windingAt(joined, 500.5, 500.25)).toBe(1);
  });

  test('that were clipped to a window are closed along its borders', () => {
    const random = seededRandom(23);
    const window = { minX: 3000, minY: 3500, maxX: 9100, maxY: 8200 };
    for (let round = 0; round < tries(80, 1600); round++) {
      const rings = [tangle(random, random(3, 30), 16 * side)];
      const joined = stitch(clipToWindow(cut(rings), window), side, window);
      for (let point = 0; point < 30; point++) {
        const [x, y] = [random(window.minX, window.maxX - 1) + 0.5, random(window.minY, window.maxY - 1) + 0.25];
        if (distanceToEdge(rings, x, y) < 2) continue;
        expect(windingAt(joined, x, y)).toBe(windingAt(rings, x, y));
      }
    }
  });

  test('two areas that meet along a cut become one', () => {
    const joined = stitch([box(0, 0, side, 500), box(side, 0, 3000, 500)], side, everything);
    expect(joined.map(doubleArea)).toEqual([2 * 3000 * 500]);
    expect(windingAt(joined, side + 0.5, 250.25)).toBe(1);
  });
});
