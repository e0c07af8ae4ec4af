import { expect, test } from 'vitest';
import { SERVICE_BOX } from '#lib/broadband/point.ts';
import { rectangle } from '#tests/models/sample-shapes.ts';
import { mapSize, outlineOf } from './outline.ts';

const { minX, maxX, minY, maxY } = SERVICE_BOX;
const unit = (maxY - minY) / 1000;

test('the service area fills the map', () => {
  const outline = outlineOf([[rectangle(minX, minY, maxX, maxY)]]);
  const width = mapSize.width;
  expect(outline).toMatch(/^M0 1000l/);
  const right = Math.max(...[...outline.matchAll(/-?\d+/g)].map(([text]) => Math.abs(Number(text))));
  expect([width - 1, width, 1000]).toContain(right);
});

/** The positions of a path. */
function positionsOf(outline: string): string[] {
  const steps = outline.match(/-?\d+/g)?.map(Number) ?? [];
  let [x, y] = [0, 0];
  return Array.from({ length: steps.length / 2 }, (_, at) => {
    x += steps[2 * at] ?? 0;
    y += steps[2 * at + 1] ?? 0;
    return `${x} ${y}`;
  });
}

test('positions closer than a unit are one, and a border that two areas share stays shared', () => {
  const [west, middle, east] = [100.4, 140.3, 180.2].map((at) => Math.round(minX + at * unit)) as [
    number,
    number,
    number,
  ];
  const [south, north] = [Math.round(minY + 300.7 * unit), Math.round(minY + 340.6 * unit)];
  const doubled = Int32Array.from([
    west,
    south,
    west + 10,
    south,
    middle,
    south,
    middle,
    north,
    west,
    north,
    west,
    south,
  ]);
  const [one, other] = [[[doubled]], [[rectangle(middle, south, east, north)]]].map(outlineOf).map(positionsOf);
  expect(one).toHaveLength(4);
  expect(one?.filter((position) => other?.includes(position))).toHaveLength(2);
});

test('an area of less than a unit keeps one of its rings', () => {
  const ring = rectangle(minX + 1000, minY + 1000, minX + 1100, minY + 1100);
  expect(outlineOf([[ring]])).toMatch(/^M\d+ \d+z$/);
});

test('of an area with large and small rings, the small ones are left out', () => {
  const large = rectangle(minX, minY, Math.round(minX + 90 * unit), Math.round(minY + 90 * unit));
  const small = rectangle(minX + 1000, minY + 1000, minX + 1100, minY + 1100);
  expect(outlineOf([[large], [small]])).toBe(outlineOf([[large]]));
});
