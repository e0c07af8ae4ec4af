import { expect, test } from 'vitest';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import { type CoveragePart, EdgeCollection } from '#lib/broadband/coverage/edge-collection.ts';
import { type Leaf, leavesOf } from '#lib/broadband/coverage/leaves.ts';
import { ranks } from '#lib/broadband/measure/measured-offers.ts';
import { SERVICE_BOX } from '#lib/broadband/point.ts';
import { areaOf, type Box } from '#lib/broadband/rectangle.ts';
import { exactAreas } from '#tests/models/exact-areas.ts';
import { measuredOffer } from '#tests/models/measured-leaves.ts';
import { type Random, rectangle, SHAPES, seededRandom } from '#tests/models/sample-shapes.ts';
import { tries } from '#tests/support/long.ts';
import { anyTechnology, measureReach, type ReachTally } from './measure-reach.ts';
import { OfferGroups } from './offer-groups.ts';
import { type ReachedAmounts, reachedAmounts, reachedBy, speedSteps } from './reach.ts';

const near = { x: -56_000_000, y: -410_000_000 };

/** Twelve offers of two technologies: with each availability, also none, and speeds on both sides of the steps. */
const offers = Array.from({ length: 12 }, (_, place) =>
  measuredOffer(place + 1, {
    technologyId: 1 + (place % 2),
    providerId: 1 + (place % 5),
    availability: ranks[place % 4] ?? 'Available',
    maxDownloadMbps: [5, 19.9, 20, 99, 100, 300, 950][place % 7] ?? 0,
  }),
);
const groups = new OfferGroups(offers);

function leavesFor(parts: readonly CoveragePart[], maxEdgesPerLeaf: number): Leaf[] {
  const collection = new EdgeCollection();
  for (const part of parts) collection.add(part);
  return [...leavesOf(collection, { maxEdgesPerLeaf, maxCopiesPerEdge: 40 })];
}

function measured(areas: readonly CoveragePart[], coverage: readonly CoveragePart[], edges: number): ReachTally {
  const parts = [{ before: leavesFor(areas, edges), after: leavesFor(coverage, edges), end: KEY_SPAN }];
  const steps = measureReach({ areas: 3, groups, parts });
  for (;;) {
    const { value, done } = steps.next();
    if (done === true) return value;
  }
}

/** The rank of the best availability of a technology, or of any, at a place with these offers, from a speed on. */
function bestRank(offered: ReadonlySet<number>, technologyId: number | undefined, least: number): number {
  const meant = offers.filter(
    ({ id, technologyId: own, maxDownloadMbps }) =>
      offered.has(id) && (technologyId === undefined || own === technologyId) && maxDownloadMbps >= least,
  );
  return Math.max(0, ...meant.map(({ availability }) => ranks.indexOf(availability)));
}

const draws: Record<string, (random: Random) => CoveragePart[]> = Object.fromEntries(
  Object.entries(SHAPES).map(([name, draw]) => [
    name,
    (random: Random) =>
      draw(random, { ...near, step: 16, reach: 300 }).map((rings) => ({ offer: random(1, 12), rings })),
  ]),
);

/** The part of the service area in which parts lie. */
function boxAround(parts: readonly CoveragePart[]): Box {
  const [x, y] = [0, 1].map((axis) =>
    parts.flatMap(({ rings }) => rings.flatMap((ring) => [...ring.filter((_, at) => at % 2 === axis)])),
  ) as [number[], number[]];
  return {
    minX: Math.max(SERVICE_BOX.minX, Math.min(...x)),
    maxX: Math.min(SERVICE_BOX.maxX, Math.max(...x)),
    minY: Math.max(SERVICE_BOX.minY, Math.min(...y)),
    maxY: Math.min(SERVICE_BOX.maxY, Math.max(...y)),
  };
}

const technologies = [
  [anyTechnology, undefined],
  [0, 1],
  [1, 2],
] as const;

test.each(Object.entries(draws))('what is reached of areas equals that of exact fractions: %s', (_, draw) => {
  const random = seededRandom(7);
  for (let round = 0; round < tries(1, 60); round++) {
    const areas = draw(random).map(({ rings }) => ({ offer: random(1, 3), rings }));
    const coverage = [...draw(random), ...draw(random)];
    const tally = measured(areas, coverage, random(0, 1) === 0 ? 4 : 32);
    const box = boxAround([...areas, ...coverage]);
    const exact = exactAreas([...areas, ...coverage], box, (isIn) => {
      const inside = areas.flatMap(({ offer }, part) => (isIn[part] ? [offer] : []));
      const offered = new Set(coverage.flatMap(({ offer }, part) => (isIn[areas.length + part] ? [offer] : [])));
      return JSON.stringify([
        inside,
        technologies.map(([, id]) => speedSteps.map((least) => bestRank(offered, id, least))),
      ]);
    });
    for (const area of [1, 2, 3]) {
      for (const [place, [technology]] of technologies.entries()) {
        const found = reachedAmounts(tally.of(area, technology));
        for (const step of speedSteps.keys()) {
          for (const availability of reachedBy) {
            let expected = 0;
            for (const [label, squareMetres] of exact) {
              const [inside, best] = JSON.parse(label) as [number[], number[][]];
              if (inside.includes(area) && best[place]?.[step] === ranks.indexOf(availability))
                expected += squareMetres;
            }
            const difference = Math.abs((found[availability][step] ?? 0) - expected);
            expect(difference).toBeLessThanOrEqual(Math.max(1e-10 * areaOf(box), 1e-6));
          }
        }
      }
    }
  }
});

const square = (offer: number, west: number, east: number): CoveragePart => ({
  offer,
  rings: [rectangle(near.x + west, near.y, near.x + east, near.y + 1000)],
});
const squareMetres = (width: number) =>
  areaOf({ minX: near.x, maxX: near.x + width, minY: near.y, maxY: near.y + 1000 });

function expectAmounts(found: ReachedAmounts, expected: Partial<Record<keyof ReachedAmounts, readonly number[]>>) {
  for (const availability of reachedBy) {
    const widths = expected[availability] ?? speedSteps.map(() => 0);
    for (const [step, width] of widths.entries()) expect(found[availability][step]).toBeCloseTo(squareMetres(width), 4);
  }
}

test('a faster offer that is only planned counts where the slower one that is available does not', () => {
  const [slow, planned] = [
    measuredOffer(1, { maxDownloadMbps: 50 }),
    measuredOffer(2, { availability: 'Planned', maxDownloadMbps: 950 }),
  ];
  const steps = measureReach({
    areas: 1,
    groups: new OfferGroups([slow, planned]),
    parts: [
      {
        before: leavesFor([square(1, 0, 1000)], 40),
        after: leavesFor([square(1, 0, 600), square(2, 400, 1000)], 40),
        end: KEY_SPAN,
      },
    ],
  });
  let result = steps.next();
  while (result.done !== true) result = steps.next();
  expectAmounts(reachedAmounts(result.value.of(1, 0)), {
    Available: [600, 600, 0, 0, 0],
    Planned: [400, 400, 600, 600, 600],
  });
});

test('an area is counted within the service area only, and all of it where nothing is offered', () => {
  const beyond = {
    offer: 1,
    rings: [rectangle(SERVICE_BOX.maxX - 1000, near.y, SERVICE_BOX.maxX + 4000, near.y + 1000)],
  };
  const tally = measured([beyond], [square(2, 0, 10)], 40);
  const sum = [...tally.of(1, anyTechnology)].reduce((total, [, amount]) => total + amount, 0);
  expect(sum).toBeCloseTo(squareMetres(1000), 4);
});
