import { describe, expect, test } from 'vitest';
import { SERVICE_BOX } from '#lib/broadband/point.ts';
import { EvenOdd } from '#tests/models/even-odd.ts';
import { LeafTable } from '#tests/models/leaf-table.ts';
import { criticalPoints, randomPoint } from '#tests/models/sample-points.ts';
import { drawNeighbours, type Random, rectangle, ring, SHAPES, seededRandom } from '#tests/models/sample-shapes.ts';
import { tries } from '#tests/support/long.ts';
import { type CoveragePart, EdgeCollection } from './edge-collection.ts';
import { type LeafLimits, leavesOf } from './leaves.ts';

const LIMITS: readonly LeafLimits[] = [
  { maxEdgesPerLeaf: 1, maxCopiesPerEdge: 60 },
  { maxEdgesPerLeaf: 4, maxCopiesPerEdge: 60 },
  { maxEdgesPerLeaf: 32, maxCopiesPerEdge: 4 },
];

function index(parts: Iterable<CoveragePart>, limits?: LeafLimits): LeafTable {
  const collection = new EdgeCollection();
  for (const part of parts) collection.add(part);
  return new LeafTable(leavesOf(collection, limits));
}

/** Every point at which the look-up and the reference differ. Empty when they agree. */
function differences(parts: readonly CoveragePart[], random: Random, pointCount: number): unknown[] {
  const reference = new EvenOdd(parts);
  const found: unknown[] = [];
  for (const limits of LIMITS) {
    const table = index(parts, limits);
    const points = [
      ...criticalPoints(parts, table.leaves, random, pointCount),
      randomPoint(random),
      randomPoint(random),
    ];
    for (const { x, y } of points) {
      const expected = reference.offersAt(x, y).join();
      const actual = table.offersAt(x, y).join();
      if (actual !== expected) found.push({ x, y, expected, actual, limits });
    }
  }
  return found;
}

function randomFrame(random: Random) {
  const step = [1, 2, 3, 64, 512, 4096, 65_536][random(0, 6)] ?? 1;
  // the smallest frames lie inside one cell; the largest cover half the country and extend beyond the box
  const isAtCorner = random(0, 9) === 0;
  const x = isAtCorner ? SERVICE_BOX.minX : random(SERVICE_BOX.minX, SERVICE_BOX.maxX);
  const y = isAtCorner ? SERVICE_BOX.minY : random(SERVICE_BOX.minY, SERVICE_BOX.maxY);
  return { x, y, step, reach: random(2, 900) };
}

describe('N8: the look-up agrees with even-odd in BigInt', () => {
  test.each(Object.entries(SHAPES))('%s', (name, draw) => {
    for (let seed = 1; seed <= tries(6, 240); seed++) {
      const random = seededRandom(seed);
      const parts = draw(random, randomFrame(random)).map((rings) => ({ offer: 7, rings }));
      expect({ name, seed, found: differences(parts, random, 60) }).toEqual({ name, seed, found: [] });
    }
  });

  test('areas that share edges agree', () => {
    for (let seed = 1; seed <= tries(16, 800); seed++) {
      const random = seededRandom(seed);
      const parts = drawNeighbours(random, randomFrame(random));
      expect({ seed, found: differences(parts, random, 100) }).toEqual({ seed, found: [] });
    }
  });

  test('many offers of all shapes in one place agree', () => {
    const draws = Object.values(SHAPES);
    for (let seed = 1; seed <= tries(24, 1200); seed++) {
      const random = seededRandom(1000 + seed);
      const frame = randomFrame(random);
      const parts = Array.from({ length: random(2, 14) }, () => draws[random(0, draws.length - 1)])
        .flatMap((draw) => draw?.(random, frame) ?? [])
        .map((rings) => ({ offer: random(1, 2) === 1 ? random(1, 5) : random(1, 2 ** 31 - 1), rings }));
      expect({ seed, found: differences(parts, random, 150) }).toEqual({ seed, found: [] });
    }
  });
});

describe('a look-up gives', () => {
  const NEAR = { x: -50_000_000, y: -400_000_000 };

  test('nothing when nothing was collected', () => {
    expect(index([]).leaves).toEqual([]);
    expect(index([]).offersAt(NEAR.x, NEAR.y)).toEqual([]);
  });

  test('one leaf for an area that contains the whole service box, whatever lies outside', () => {
    const far = 2 ** 31 - 1;
    const table = index([{ offer: 9, rings: [rectangle(-far, -far, far, far)] }]);
    expect(table.leaves).toHaveLength(1);
    expect(table.offersAt(SERVICE_BOX.minX, SERVICE_BOX.minY)).toEqual([9]);
    expect(table.offersAt(SERVICE_BOX.maxX, SERVICE_BOX.maxY)).toEqual([9]);
  });

  test('no leaf for an area outside the service box', () => {
    const table = index([{ offer: 9, rings: [rectangle(20_000_000, -440_000_000, 30_000_000, -430_000_000)] }]);
    expect(table.leaves).toEqual([]);
  });

  test('each offer once, ascending, when several of its parts contain the point', () => {
    const around = (distance: number) =>
      rectangle(NEAR.x - distance, NEAR.y - distance, NEAR.x + distance, NEAR.y + distance);
    const offers = [30, 2, 30, 11, 2, 500_000, 11];
    const table = index(offers.map((offer, place) => ({ offer, rings: [around(10 ** (place + 1))] })));
    expect(table.offersAt(NEAR.x, NEAR.y)).toEqual([2, 11, 30, 500_000]);
  });

  test('leaves in ascending key order, without overlap', () => {
    const random = seededRandom(5);
    const parts = drawNeighbours(random, { ...NEAR, step: 4096, reach: 900 });
    const { leaves } = index(parts, { maxEdgesPerLeaf: 4, maxCopiesPerEdge: 60 });
    expect(leaves.length).toBeGreaterThan(50);
    for (const [place, leaf] of leaves.entries()) {
      const end = leaf.key + 4 ** (18 - Number(leaf.body[0]));
      expect(end).toBeLessThanOrEqual(leaves[place + 1]?.key ?? 2 ** 36);
    }
  });

  test('at most four copies of an edge, however many long edges lie close together', () => {
    const triangle = ring([
      [NEAR.x, NEAR.y],
      [NEAR.x + 30_000_001, NEAR.y + 40_000_000],
      [NEAR.x - 30_000_001, NEAR.y + 50_000_000],
    ]);
    const offers = Array.from({ length: 100 }, (_, place) => place + 1);
    const { leaves } = index(offers.map((offer) => ({ offer, rings: [triangle] })));
    const bytes = leaves.reduce((total, { body }) => total + body.length, 0);
    // a copy takes at most four numbers of 5 bytes, plus the headers of its part and run
    expect(bytes).toBeLessThan(offers.length * 3 * 4 * (20 + 5));
  });
});

test.each([0, -1, 1.5, 2 ** 31, Number.NaN])('an offer with the id %d is refused', (offer) => {
  expect(() => new EdgeCollection().add({ offer, rings: [] })).toThrow(`An offer's id cannot be ${offer}.`);
});

test('an open ring is refused', () => {
  const open = Int32Array.of(0, 0, 10, 0, 10, 10);
  expect(() => new EdgeCollection().add({ offer: 1, rings: [open] })).toThrow('A ring must be closed');
});
