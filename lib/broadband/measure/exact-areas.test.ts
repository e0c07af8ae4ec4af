import { describe, expect, test } from 'vitest';
import { type CoveragePart, EdgeCollection } from '#lib/broadband/coverage/edge-collection.ts';
import { type Leaf, leavesOf } from '#lib/broadband/coverage/leaves.ts';
import { areaOf, type Box } from '#lib/broadband/rectangle.ts';
import { exactAreas } from '#tests/models/exact-areas.ts';
import { measuredOffer, measureLeaves } from '#tests/models/measured-leaves.ts';
import { drawNeighbours, type Random, SHAPES, seededRandom } from '#tests/models/sample-shapes.ts';
import { tries } from '#tests/support/long.ts';
import { ranks } from './measured-offers.ts';

const near = { x: -56_000_000, y: -410_000_000 };

/** Ten offers of one technology: of four providers, with three availabilities. */
const offers = Array.from({ length: 10 }, (_, place) =>
  measuredOffer(place + 1, {
    providerId: 1 + (place % 4),
    availability: (['Available', 'Underway', 'Planned'] as const)[place % 3] ?? 'Available',
  }),
);

/** One of the offers at a place, by its number, or nothing. */
interface Place {
  readonly best: number;
  readonly offers: string;
}

function placeOf(parts: readonly CoveragePart[], isIn: readonly boolean[], providerId?: number): Place {
  const numbers = new Set(parts.flatMap(({ offer }, part) => (isIn[part] ? [offer - 1] : [])));
  const own = [...numbers].filter((number) => providerId === undefined || offers[number]?.providerId === providerId);
  const rankOf = (number: number) => ranks.indexOf(offers[number]?.availability ?? 'Not Available');
  return { best: Math.max(0, ...own.map(rankOf)), offers: own.sort((a, b) => a - b).join() };
}

function leavesFor(parts: readonly CoveragePart[], maxEdgesPerLeaf: number): Leaf[] {
  const collection = new EdgeCollection();
  for (const part of parts) collection.add(part);
  return [...leavesOf(collection, { maxEdgesPerLeaf, maxCopiesPerEdge: 40 })];
}

const draws: Record<string, (random: Random, step: number) => CoveragePart[]> = {
  ...Object.fromEntries(
    Object.entries(SHAPES).map(([name, draw]) => [
      name,
      (random: Random, step: number) =>
        draw(random, { ...near, step, reach: 300 }).map((rings) => ({ offer: random(1, 10), rings })),
    ]),
  ),
  'areas side by side': (random, step) => drawNeighbours(random, { ...near, step, reach: 300 }),
};

/** A box with some of what is drawn, or most of it. */
function boxFor(random: Random, step: number): Box {
  const reach = 400 * step;
  const side = (origin: number) => [origin - random(0, reach), origin + random(1, reach)] as const;
  const [[minX, maxX], [minY, maxY]] = [side(near.x), side(near.y)];
  return { minX, maxX, minY, maxY };
}

/** A tenth of a square metre at 1,000 km²; the reference sums in float64 too. */
function expectEqual(found: number, exact: number, box: Box): void {
  expect(Math.abs(found - exact)).toBeLessThanOrEqual(Math.max(1e-10 * areaOf(box), 1e-6));
}

describe.each(Object.entries(draws))('areas equal those of exact fractions: %s', (_, draw) => {
  test.each([1, 16, 512, 4096].slice(0, tries(2, 4)))('in steps of %d units', (step) => {
    const random = seededRandom(step);
    for (let round = 0; round < tries(1, 150); round++) {
      const parts = draw(random, step);
      const box = boxFor(random, step);
      const { tally } = measureLeaves(offers, undefined, leavesFor(parts, random(0, 1) === 0 ? 4 : 32), box);
      const exact = exactAreas(parts, box, (isIn) => String(placeOf(parts, isIn).best));
      for (const rank of [1, 2, 3]) expectEqual(tally.transition(0, 0, rank), exact.get(String(rank)) ?? 0, box);
    }
  });

  test.each([1, 512])(
    'the differences of two versions in steps of %d units, of the technology and a provider',
    (step) => {
      const random = seededRandom(step + 1);
      for (let round = 0; round < tries(1, 150); round++) {
        const shared = draw(random, step);
        const [before, after] = [shared, shared].map((parts) => [
          ...parts.filter(() => random(0, 3) > 0),
          ...(random(0, 1) === 0 ? draw(random, step) : []),
        ]) as [CoveragePart[], CoveragePart[]];
        const box = boxFor(random, step);
        const found = measureLeaves(offers, leavesFor(before, 4), leavesFor(after, random(2, 32)), box);
        for (const providerId of [undefined, 2]) {
          const exact = exactAreas([...before, ...after], box, (isIn) => {
            const then = placeOf(before, isIn, providerId);
            const now = placeOf(after, isIn.slice(before.length), providerId);
            if (then.best === 0 || now.best === 0) return then.best > 0 ? 'lost' : now.best > 0 ? 'gained' : 'nothing';
            return then.offers === now.offers ? 'same' : 'altered';
          });
          const figure = found.figures.find((other) => other.providerId === providerId);
          const of = (label: string) => exact.get(label) ?? 0;
          expectEqual((figure?.gained ?? 0) * 1e6, of('gained'), box);
          expectEqual((figure?.lost ?? 0) * 1e6, of('lost'), box);
          expectEqual((figure?.altered ?? 0) * 1e6, of('altered'), box);
          expectEqual((figure?.unchanged ?? 0) * 1e6, of('same') + of('altered'), box);
        }
      }
    },
  );
});

/** A ring of corners at distances from the middle. */
function ringOf(...corners: readonly (readonly [x: number, y: number])[]): Int32Array {
  return Int32Array.from([...corners, ...corners.slice(0, 1)].flatMap(([x, y]) => [near.x + x, near.y + y]));
}

test.each<[string, CoveragePart[]]>([
  [
    'bow-ties that all cross in about one point',
    Array.from({ length: tries(16, 40) }, (_, part) => {
      const [x, y] = [5000 - part * 97, 5000 - part * part];
      return { offer: 1 + (part % 10), rings: [ringOf([x, y], [-x, -y - (part % 3)], [-x - 900, -y], [x + 900, y])] };
    }),
  ],
  [
    'thirty areas on both sides of one line, cut at different places of it',
    Array.from({ length: 30 }, (_, part) => {
      const side = part % 2 === 0 ? 4000 : -4000;
      const along = (at: number) => [at * 7, at * 3] as const;
      return { offer: 1 + (part % 10), rings: [ringOf(along(-900), along(part * 20), along(900), [side, -side])] };
    }),
  ],
  [
    'edges that are almost level',
    Array.from({ length: 12 }, (_, part) => ({
      offer: 1 + (part % 10),
      rings: [ringOf([-2_000_000_000, part], [2_000_000_000, part + 1], [2_000_000_000, -500 * part - 9])],
    })),
  ],
])('areas equal those of exact fractions: %s', (_, parts) => {
  const box = { minX: near.x - 6000, maxX: near.x + 6100, minY: near.y - 5900, maxY: near.y + 6000 };
  for (const maxEdgesPerLeaf of [32, 10_000]) {
    const { tally } = measureLeaves(offers, undefined, leavesFor(parts, maxEdgesPerLeaf), box);
    const exact = exactAreas(parts, box, (isIn) => String(placeOf(parts, isIn).best));
    for (const rank of [1, 2, 3]) expectEqual(tally.transition(0, 0, rank), exact.get(String(rank)) ?? 0, box);
  }
});

/** Rings whose corners `drawCorner` draws, of parts with one ring each. */
function drawRings(parts: number, corners: number, drawCorner: (corner: number) => readonly [number, number]) {
  return Array.from({ length: parts }, (_, part): CoveragePart => {
    const ring = ringOf(...Array.from({ length: corners }, (_corner, corner) => drawCorner(corner)));
    return { offer: 1 + part, rings: [ring] };
  });
}

/** Corners around the middle, every other one near it. */
function spikes(random: Random, corners: number): (corner: number) => readonly [number, number] {
  return (corner) => {
    const angle = (2 * Math.PI * corner) / corners;
    const radius = corner % 2 === 0 ? random(3000, 5500) : random(0, 900);
    return [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))];
  };
}

describe.each<[string, (random: Random) => CoveragePart[]]>([
  ['spikes side by side', (random) => drawRings(1, 400, spikes(random, 400))],
  ['spikes of several areas across each other', (random) => drawRings(3, 50, spikes(random, 50))],
  [
    'rings that cross themselves anywhere',
    (random) => drawRings(3, 30, () => [random(-5500, 5500), random(-5500, 5500)]),
  ],
  [
    'corners and edges on one another, level and upright ones too',
    (random) => drawRings(4, 25, () => [random(-4, 4) * 1400, random(-4, 4) * 1400]),
  ],
  [
    'steps along the same lines',
    (random) =>
      drawRings(3, 60, (corner) => [
        Math.floor((corner + 1) / 2) * 180 - 5000 + random(0, 1),
        corner % 4 < 2 ? 900 : random(0, 3) * 300 - 1200,
      ]),
  ],
  [
    'spikes along the line from which they rise',
    (random) =>
      drawRings(3, 60, (corner) =>
        corner % 2 === 0 ? [corner * 150 - 4800, 0] : [corner * 150 - 4800, random(-5500, 5500)],
      ),
  ],
])('areas of one cell with many lines equal those of exact fractions: %s', (_, draw) => {
  const box = { minX: near.x - 6000, maxX: near.x + 6100, minY: near.y - 5900, maxY: near.y + 6000 };
  const cut = { minX: near.x - 4200, maxX: near.x + 2800, minY: near.y - 1400, maxY: near.y + 4201 };

  test.each([
    ['all of it', box],
    ['a part', cut],
  ])('%s', (_part, measured) => {
    const random = seededRandom(measured.maxX);
    for (let round = 0; round < tries(1, 60); round++) {
      const parts = draw(random);
      const { tally } = measureLeaves(offers, undefined, leavesFor(parts, 10_000), measured);
      const exact = exactAreas(parts, measured, (isIn) => String(placeOf(parts, isIn).best));
      for (const rank of [1, 2, 3]) expectEqual(tally.transition(0, 0, rank), exact.get(String(rank)) ?? 0, measured);
    }
  });
});
