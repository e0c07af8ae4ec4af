import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import geodesic from 'geographiclib-geodesic';
import { describe, expect, test } from 'vitest';
import type { Offer } from '#lib/broadband/availability.ts';
import { EdgeCollection } from '#lib/broadband/coverage/edge-collection.ts';
import { type Leaf, leavesOf } from '#lib/broadband/coverage/leaves.ts';
import { SERVICE_BOX, toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { areaOf, type Box } from '#lib/broadband/rectangle.ts';
import { LeafTable } from '#tests/models/leaf-table.ts';
import { type MeasuredLeaves, measureLeaves, measuredOffer as offer } from '#tests/models/measured-leaves.ts';
import { drawNeighbours, rectangle, ring, SHAPES, seededRandom } from '#tests/models/sample-shapes.ts';
import { tries } from '#tests/support/long.ts';
import { type AreaFigure, totalOf } from './area-figures.ts';
import { measureVersion } from './measure.ts';
import { MeasuredOffers } from './measured-offers.ts';

const degree = 10_000_000;
const x = toUnitX(174);
const y = toUnitY(-41);

type Parts = readonly (readonly [offer: number, rings: readonly Int32Array[]])[];

function leavesFor(parts: Parts): Leaf[] {
  const collection = new EdgeCollection();
  for (const [id, rings] of parts) collection.add({ offer: id, rings });
  return [...leavesOf(collection)];
}

interface Asked {
  readonly offers: readonly Offer[];
  readonly before?: Parts;
  readonly after: Parts;
  readonly box?: Box;
}

function measured({ offers, before, after, box = SERVICE_BOX }: Asked): MeasuredLeaves {
  return measureLeaves(offers, before && leavesFor(before), leavesFor(after), box);
}

/** The figure of the technology, which is the first subject. */
function technologyOf(asked: Asked): AreaFigure {
  const [figure] = measured(asked).figures;
  if (figure === undefined) throw new Error('Nothing was measured.');
  return figure;
}

/** A rectangle of 1/100 degrees from the corner 174° E, 41° S, with its area in km². */
function square(west: number, south: number, east: number, north: number): Int32Array & { readonly km2: number } {
  const [minX, minY, maxX, maxY] = [x + west * 1e5, y + south * 1e5, x + east * 1e5, y + north * 1e5];
  return Object.assign(rectangle(minX, minY, maxX, maxY), { km2: areaOf({ minX, minY, maxX, maxY }) / 1e6 });
}

/** Within 1 m² for each 100 km², and at least a square millimetre. */
function expectArea(found: number | undefined, truth: number): void {
  expect(Math.abs((found ?? Number.NaN) - truth)).toBeLessThanOrEqual(Math.max(1e-8 * truth, 1e-12));
}

/** Square kilometres of a ring by GeographicLib. Its edges, straight in degrees, are cut into steps of at most 50 m. */
function geodesicArea(positions: Int32Array): number {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false);
  for (let at = 0; at < positions.length - 2; at += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = positions.subarray(at, at + 4);
    const steps = Math.ceil(Math.max(Math.abs(bx - ax), Math.abs(by - ay)) / 4000);
    for (let step = 0; step < steps; step++) {
      polygon.AddPoint((ay + ((by - ay) * step) / steps) / degree, (ax + ((bx - ax) * step) / steps) / degree + 180);
    }
  }
  return Math.abs(polygon.Compute(false, true).area ?? Number.NaN) / 1e6;
}

/** A star around the middle of New Zealand that never crosses itself. `reach` is in units. */
function star(random: (min: number, max: number) => number, reach: number, corners: number): Int32Array {
  return ring(
    Array.from({ length: corners }, (_, corner) => {
      const angle = (2 * Math.PI * corner) / corners;
      const radius = (random(300, 1000) / 1000) * reach;
      return [x + Math.round(radius * Math.cos(angle)), y + Math.round(radius * Math.sin(angle))] as const;
    }),
  );
}

describe('an area agrees with GeographicLib to a square metre in 100 km²', () => {
  test.each([
    ['a village', 100_000, 12],
    ['a suburb with many vertices', 300_000, 2000],
    ['a town', 1_000_000, 40],
    ['a district', 5_000_000, 300],
    ['a triangle over the Cook Strait', 20_000_000, 3],
    ['a region with many vertices', 3_000_000, 3000],
  ])('%s', (_, reach, corners) => {
    const outer = star(seededRandom(reach), reach, corners);
    const { after, before } = technologyOf({ offers: [offer(1)], after: [[1, [outer]]] });
    expectArea(after.Available, geodesicArea(outer));
    expect(totalOf(before)).toBe(0);
  });

  test('an area with a hole, and a part of its own in the hole', () => {
    const [outer, hole, island] = [8e5, 3e5, 1e5].map((reach, seed) => star(seededRandom(seed + 1), reach, 50));
    if (outer === undefined || hole === undefined || island === undefined) throw new Error('unreachable');
    const parts: Parts = [
      [1, [outer, hole.map((value, at) => (at % 2 === 0 ? x : y) + Math.round((value - (at % 2 === 0 ? x : y)) / 4))]],
      [1, [island.map((value, at) => (at % 2 === 0 ? x : y) + Math.round((value - (at % 2 === 0 ? x : y)) / 20))]],
    ];
    const truth =
      geodesicArea(outer) - geodesicArea(parts[0]?.[1][1] ?? outer) + geodesicArea(parts[1]?.[1][0] ?? outer);
    expectArea(technologyOf({ offers: [offer(1)], after: parts }).after.Available, truth);
  });
});

test('a cell full of spikes can be left while it is measured', () => {
  const corners = 200_000;
  const spikes = ring(
    Array.from({ length: corners }, (_, corner) => {
      const angle = (2 * Math.PI * corner) / corners;
      const radius = corner % 2 === 0 ? 3_000_000 : 500_000;
      return [x + Math.round(radius * Math.cos(angle)), y + Math.round(radius * Math.sin(angle))] as const;
    }),
  );
  const offers = new MeasuredOffers([offer(1)]);
  const steps = measureVersion({ offers, leaves: leavesFor([[1, [spikes]]]), box: SERVICE_BOX });
  const cells = Array.from({ length: 20 }, () => steps.next().value);
  // more pauses than cells
  expect(new Set(cells).size).toBeLessThan(10);
});

test('whole cells are exact: an offer for everybody covers exactly the service area', () => {
  const everywhere = rectangle(-(2 ** 31), -(2 ** 31), 2 ** 31 - 1, 2 ** 31 - 1);
  const { after } = technologyOf({ offers: [offer(1)], after: [[1, [everywhere]]] });
  expect(after.Available).toBeCloseTo(areaOf(SERVICE_BOX) / 1e6, 3);
});

test('a technology’s area is the union over its providers, and each provider has its own', () => {
  const [west, east, union] = [square(0, 0, 30, 20), square(20, 0, 50, 20), square(0, 0, 50, 20)];
  const offers = [offer(1), offer(2, { providerId: 2, providerName: 'Two' }), offer(3, { technologyId: 2 })];
  const { figures } = measured({
    offers,
    after: [
      [1, [west]],
      [2, [east]],
      [3, [east]],
    ],
  });
  expect(figures.map(({ technologyId, providerId }) => [technologyId, providerId])).toEqual([
    [1, undefined],
    [2, undefined],
    [1, 1],
    [1, 2],
    [2, 1],
  ]);
  const truths = [union.km2, east.km2, west.km2, east.km2, east.km2];
  for (const [place, truth] of truths.entries()) {
    expectArea(figures[place]?.after.Available, truth);
  }
});

test('N6: where offers overlap, the best availability counts; Not Available does not count', () => {
  const offers = (['Available', 'Underway', 'Planned', 'Not Available'] as const).map((availability, place) =>
    offer(place + 1, { availability, providerId: place + 1 }),
  );
  const areas = [square(0, 0, 10, 10), square(0, 0, 20, 10), square(0, 0, 30, 10), square(0, 0, 40, 10)];
  const { figures } = measured({ offers, after: areas.map((area, place) => [place + 1, [area]]) });
  const [fibre, ...providers] = figures;
  expect(providers.map(({ providerId }) => providerId)).toEqual([1, 2, 3]);
  const [available = 0, underway = 0, planned = 0] = areas.map(({ km2 }) => km2);
  expectArea(fibre?.after.Available, available);
  expectArea(fibre?.after.Underway, underway - available);
  expectArea(fibre?.after.Planned, planned - underway);
});

describe('between two versions', () => {
  const [left, middle, right] = [square(0, 0, 10, 10), square(10, 0, 25, 10), square(25, 0, 45, 10)];
  const fast = { maxDownloadMbps: 8000 };

  test('gained, lost and unchanged areas are measured, and the part of the unchanged area where offers differ', () => {
    const figure = technologyOf({
      offers: [offer(1), offer(2), offer(3), offer(4, fast)],
      before: [
        [1, [left]],
        [1, [middle]],
        [1, [square(0, 20, 10, 30)]],
      ],
      after: [
        [2, [middle]],
        [3, [right]],
        [4, [square(0, 20, 10, 30)]],
      ],
    });
    const { gained, lost, unchanged, altered } = figure;
    const other = square(0, 20, 10, 30).km2;
    expectArea(gained, right.km2);
    expectArea(lost, left.km2);
    expectArea(altered, other);
    expectArea(unchanged, middle.km2 + other);
    expect(totalOf(figure.before) + gained - lost).toBeCloseTo(totalOf(figure.after), 9);
  });

  test('the same areas with other ids, in other cells, are unchanged', () => {
    const random = seededRandom(4);
    const towns = Array.from({ length: 30 }, (_, at) =>
      star(random, 200_000, 200).map((value, place) => value + (place % 2) * at * 70_000),
    );
    const beside: Parts = [[9, [square(200, 200, 210, 210)]]];
    const figures = measured({
      offers: [offer(1), offer(2), offer(9, { technologyId: 2 })],
      before: towns.map((town) => [1, [town]]),
      after: [...towns.toReversed().map((town): Parts[number] => [2, [town]]), ...beside],
    }).figures;
    expect(figures[0]).toMatchObject({ gained: 0, lost: 0, altered: 0 });
    expect(figures[0]?.unchanged).toBeGreaterThan(50);
    expect(figures[1]?.gained).toBeGreaterThan(10);
  });

  test('a town that moved by a metre is gained on one side and lost on the other', () => {
    const moved = (by: number) => rectangle(x + by, y, x + 500_000 + by, y + 500_000);
    const { gained, lost } = technologyOf({
      offers: [offer(1), offer(2)],
      before: [[1, [moved(0)]]],
      after: [[2, [moved(120)]]],
    });
    const strip = areaOf({ minX: x, maxX: x + 120, minY: y, maxY: y + 500_000 }) / 1e6;
    expectArea(gained, strip);
    expectArea(lost, strip);
  });

  test('a change of availability is measured for both availabilities, and counts as a change of the offer', () => {
    const { tally, figures } = measured({
      offers: [offer(1, { availability: 'Planned' }), offer(2)],
      before: [[1, [middle]]],
      after: [[2, [middle]]],
    });
    const [figure] = figures;
    expect(figure).toMatchObject({ gained: 0, lost: 0 });
    expectArea(tally.transition(0, 1, 3) / 1e6, middle.km2);
    expect(figure?.altered).toBeCloseTo(figure?.unchanged ?? 0, 9);
    expect(figure?.before.Planned).toBeCloseTo(figure?.after.Available ?? 0, 9);
  });
});

describe('changes on the map', () => {
  const parts = (seed: number): Parts =>
    Object.values(SHAPES).flatMap((draw, place) =>
      draw(seededRandom(seed + place), { x, y, step: 2000, reach: 300 }).map((rings): Parts[number] => [
        place + 1,
        rings,
      ]),
    );
  const offers = Array.from({ length: 40 }, (_, place) => offer(place + 1, { technologyId: 1 + (place % 3) }));
  const [before, after] = [parts(1), parts(2)];

  test('the squares add up exactly to the figures', () => {
    const { changedCells, figures } = measured({ offers, before, after });
    const cells = changedCells.list();
    for (const technologyId of [1, 2, 3]) {
      const figure = figures.find((other) => other.technologyId === technologyId && other.providerId === undefined);
      for (const kind of ['gained', 'lost', 'altered'] as const) {
        const own = cells.filter((cell) => cell.technologyId === technologyId);
        expect(own.reduce((sum, cell) => sum + cell[kind], 0) / 1e6).toBeCloseTo(figure?.[kind] ?? -1, 6);
      }
    }
    expect(cells.length).toBeGreaterThan(100);
    expect(cells.length).toBeLessThanOrEqual(3000);
  });

  test('at each drawn point the offers differ, in the way that the kind of change says', () => {
    const { changedPoints } = measured({ offers, before, after });
    const [then, now] = [before, after].map((content) => new LeafTable(leavesFor(content)));
    const points = changedPoints.list();
    expect(points.length).toBeGreaterThan(50);
    for (const point of points) {
      const own = (table: LeafTable | undefined) =>
        (table?.offersAt(point.x, point.y) ?? []).filter((id) => offers[id - 1]?.technologyId === point.technologyId);
      const [were, are] = [own(then), own(now)];
      expect(were).not.toEqual(are);
      const kind = were.length === 0 ? 'gained' : are.length === 0 ? 'lost' : 'altered';
      expect(point.kind).toBe(kind);
    }
    // the first few already show every kind of change of every technology
    const kinds = (some: typeof points) => new Set(some.map(({ technologyId, kind }) => `${technologyId} ${kind}`));
    expect(kinds(points.slice(0, kinds(points).size))).toEqual(kinds(points));
  });

  test('at most 3,000 squares are kept, however much changed', () => {
    const scattered = Array.from({ length: 9000 }, (_, place): Parts[number] => {
      const [west, south] = [x + (place % 100) * 300_000, y + Math.floor(place / 100) * 300_000];
      return [1, [rectangle(west, south, west + 20_000, south + 20_000)]];
    });
    const { changedCells, figures } = measured({ offers: [offer(1)], before: [], after: scattered });
    const cells = changedCells.list();
    expect(cells.length).toBeLessThanOrEqual(3000);
    expect(cells.length).toBeGreaterThan(500);
    expect(cells.reduce((sum, { gained }) => sum + gained, 0) / 1e6).toBeCloseTo(figures[0]?.gained ?? 0, 6);
  });
});

describe('within a rectangle', () => {
  const area = square(0, 0, 30, 30);

  test.each([
    ['half of it covered', { minX: x + 1_500_000, maxX: x + 4_500_000, minY: y, maxY: y + 3_000_000 }, 0.5],
    ['all of it covered', { minX: x + 700_001, maxX: x + 1_300_003, minY: y + 9_001, maxY: y + 777_777 }, 1],
    ['none of it covered', { minX: x + 3_000_000, maxX: x + 4_000_000, minY: y, maxY: y + 1_000_000 }, 0],
    ['a house', { minX: x - 1500, maxX: x + 1500, minY: y + 10_000, maxY: y + 12_000 }, 0.5],
  ])('%s: only what lies in the rectangle counts', (_, box, share) => {
    const figures = measured({ offers: [offer(1)], after: [[1, [area]]], box }).figures;
    expectArea(figures[0]?.after.Available ?? 0, (areaOf(box) / 1e6) * share);
  });

  test('the parts of a rectangle add up to the whole', () => {
    const random = seededRandom(21);
    const parts = drawNeighbours(random, { x, y, step: 3000, reach: 200 }).map((part): Parts[number] => [
      1,
      part.rings,
    ]);
    const whole = { minX: x - 2_000_000, maxX: x + 2_000_000, minY: y - 2_000_000, maxY: y + 2_000_000 };
    const at = x + 123_457;
    const pieces = [
      { ...whole, maxX: at },
      { ...whole, minX: at },
    ];
    const areas = [whole, ...pieces].map((box) => technologyOf({ offers: [offer(1)], after: parts, box }));
    const [all, west, east] = areas.map(({ after }) => after.Available);
    expectArea((west ?? 0) + (east ?? 0), all ?? 0);
  });
});

test('nothing is measured outside the service area, where the API gives no answer', () => {
  const { maxX, minY, maxY } = SERVICE_BOX;
  const acrossTheBorder = rectangle(maxX - 1_000_000, minY + 50_000_000, maxX + 9_000_000, maxY - 50_000_000);
  const { after } = technologyOf({ offers: [offer(1)], after: [[1, [acrossTheBorder]]] });
  const inside = { minX: maxX - 1_000_000, maxX, minY: minY + 50_000_000, maxY: maxY - 50_000_000 };
  expectArea(after.Available, areaOf(inside) / 1e6);
});

const FILE = '../shared/data/nz-urban-areas.geojson.gz';
test.skipIf(!existsSync(FILE))(
  `the urban areas have the area that GeographicLib measures (skipped without ${FILE})`,
  () => {
    const { features } = JSON.parse(gunzipSync(readFileSync(FILE)).toString()) as {
      features: { geometry: { type: string; coordinates: [number, number][][] | [number, number][][][] } }[];
    };
    const polygons = features
      .flatMap(({ geometry: { type, coordinates } }) =>
        type === 'Polygon' ? [coordinates as [number, number][][]] : (coordinates as [number, number][][][]),
      )
      // GeographicLib takes seconds for all of them
      .filter((_, at) => at % tries(4, 1) === 0);
    const parts = polygons.map((rings): Parts[number] => [
      1,
      rings.map((positions) => Int32Array.from(positions.flatMap(([east, north]) => [toUnitX(east), toUnitY(north)]))),
    ]);
    const truth = parts
      .flatMap(([, rings]) => rings.map((ring, place) => geodesicArea(ring) * (place === 0 ? 1 : -1)))
      .reduce((sum, area) => sum + area, 0);
    expectArea(technologyOf({ offers: [offer(1)], after: parts }).after.Available, truth);
  },
);
