import { expect, test } from 'vitest';
import { distanceToEdge, star, tangle, windingAt } from '#tests/models/sample-rings.ts';
import { type Random, seededRandom } from '#tests/models/sample-shapes.ts';
import { tries } from '#tests/support/long.ts';
import { areSeparate, simpleRings } from './simple-rings.ts';

type Rings = Int32Array<ArrayBuffer>[];

const size = 4000;
const moved = (ring: Int32Array, by: number) => Int32Array.from(ring, (value) => value + by);

/** Rings that touch, cross and overlap in many ways, some of them on a coarse grid, where many positions are equal. */
const shapes: Readonly<Record<string, (random: Random) => Rings>> = {
  'a tangle': (random) => [tangle(random, random(4, 14), size)],
  'a tangle on a coarse grid': (random) => [tangle(random, random(4, 14), 6).map((value) => value * 600)],
  'a tangle on the finest grid': (random) => [tangle(random, random(4, 30), 8)],
  'three stars over each other': (random) => [1, 2, 3].map(() => moved(star(random, 9, size), random(-900, 900))),
  'a ring twice and another across': (random) => {
    const twice = star(random, 12, size);
    return [twice, twice.slice(), moved(star(random, 7, size), 300)];
  },
  'holes that touch': (random) => {
    const at = random(1, 9) * 300;
    return [
      Int32Array.of(0, 0, 3000, 0, 3000, 3000, 0, 3000),
      Int32Array.of(at, 0, at + 200, 500, at, 900, at - 200, 500),
      Int32Array.of(at, 900, at + 200, 1500, at, 3000, at - 200, 1500),
    ];
  },
  'thin slivers': (random) => [
    Int32Array.from({ length: 16 }, (_, place) => (place % 2 === 0 ? random(0, size) : random(0, 3))),
  ],
};

const ways = { odd: (count: number) => count % 2 !== 0, positive: (count: number) => count > 0 };

test.each(
  Object.entries(shapes).flatMap(([name, make]) =>
    (['odd', 'positive'] as const).map((inside) => [name, inside, make] as const),
  ),
)('%s, inside where the count is %s: the same area in rings that only touch', (name, inside, make) => {
  const random = seededRandom(name.length);
  let asked = 0;
  for (let round = 0; round < tries(150, 3000); round++) {
    const rings = make(random);
    const simple = simpleRings(rings, inside);
    if (simple === undefined) continue;
    for (const ring of simple) expect(areSeparate([ring])).toBe(true);
    for (let point = 0; point < 40; point++) {
      const [x, y] = [random(-100, size) + 0.37, random(-100, size) + 0.51];
      if (distanceToEdge(rings, x, y) < 1.5) continue;
      expect(windingAt(simple, x, y)).toBe(ways[inside](windingAt(rings, x, y)) ? 1 : 0);
      asked++;
    }
  }
  if (!name.includes('finest')) expect(asked).toBeGreaterThan(100);
});
