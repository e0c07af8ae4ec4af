import { expect, test } from 'vitest';
import { rectangle, ring, seededRandom } from '#tests/models/sample-shapes.ts';
import { countSelfCrossings } from './self-crossings.ts';

function crossingsOf(part: readonly Int32Array[]) {
  const report = { selfCrossings: 0, selfCrossingsBounded: 0 };
  const places = countSelfCrossings([part], report).map(({ x, y }) => [x, y]);
  return { count: report.selfCrossings, places };
}

const outer = rectangle(0, 0, 100, 100);
const star = ring(
  [0, 2, 4, 1, 3].map((corner) => [
    Math.round(1000 * Math.sin(corner * 1.2566370614)),
    Math.round(1000 * Math.cos(corner * 1.2566370614)),
  ]),
);

test.each<[string, Int32Array[], count: number, place?: [number, number]]>([
  [
    'a bow-tie',
    [
      ring([
        [0, 0],
        [100, 100],
        [100, 0],
        [0, 100],
      ]),
    ],
    1,
    [50, 50],
  ],
  [
    'a bow-tie with vertices where it crosses',
    [
      ring([
        [0, 0],
        [50, 50],
        [100, 100],
        [100, 0],
        [50, 50],
        [0, 100],
      ]),
    ],
    1,
    [50, 50],
  ],
  [
    'a bow-tie with one vertex where it crosses',
    [
      ring([
        [0, 0],
        [50, 50],
        [100, 100],
        [100, 0],
        [0, 100],
      ]),
    ],
    1,
    [50, 50],
  ],
  ['a star in one stroke', [star], 5],
  ['a hole that reaches out of its outer ring', [outer, rectangle(50, 40, 150, 60)], 2, [100, 40]],
  ['holes over each other', [outer, rectangle(10, 10, 50, 50), rectangle(30, 30, 70, 70)], 2],
  ['a plain ring', [outer], 0],
  ['a hole', [outer, rectangle(10, 10, 50, 50)], 0],
  [
    'a hole that touches the outer ring at a vertex',
    [
      outer,
      ring([
        [0, 0],
        [50, 20],
        [20, 50],
      ]),
    ],
    0,
  ],
  [
    'a hole that touches the outer ring between vertices',
    [
      outer,
      ring([
        [0, 50],
        [50, 20],
        [50, 80],
      ]),
    ],
    0,
  ],
  ['a hole along the outer ring', [outer, rectangle(0, 20, 50, 80)], 0],
  ['a ring twice', [outer, outer.slice()], 0],
  [
    'a ring that touches itself at a vertex',
    [
      ring([
        [0, 0],
        [50, 50],
        [0, 100],
        [100, 100],
        [50, 50],
        [100, 0],
      ]),
    ],
    0,
  ],
  [
    'edges as long as 32 bits allow',
    [
      ring([
        [-(2 ** 31), -(2 ** 31)],
        [2 ** 31 - 1, 2 ** 31 - 1],
        [2 ** 31 - 1, -(2 ** 31)],
        [-(2 ** 31), 2 ** 31 - 1],
      ]),
    ],
    1,
  ],
])('crossings of %s', (_, part, count, place) => {
  const found = crossingsOf(part);
  expect([found.count, found.places.length]).toEqual([count, count]);
  if (place !== undefined) expect(found.places).toContainEqual(place);
});

test('as many as every pair of edges has', () => {
  const random = seededRandom(8);
  for (let round = 0; round < 100; round++) {
    const part = [ring(Array.from({ length: random(4, 40) }, () => [random(-1e9, 1e9), random(-1e9, 1e9)]))];
    expect(crossingsOf(part).count).toBe(crossingsByPairs(part[0] as Int32Array));
  }
});

/** Counts crossings between vertices as plainly as possible. */
function crossingsByPairs(positions: Int32Array): number {
  const edges = Array.from({ length: positions.length / 2 - 1 }, (_, at) =>
    [...positions.subarray(at * 2, at * 2 + 4)].map(BigInt),
  );
  const side = ([ax = 0n, ay = 0n, bx = 0n, by = 0n]: bigint[], x = 0n, y = 0n) =>
    (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0n;
  let count = 0;
  edges.forEach((one, at) => {
    for (const other of edges.slice(at + 2)) {
      if (at === 0 && other === edges.at(-1)) continue;
      if (
        side(one, other[0], other[1]) !== side(one, other[2], other[3]) &&
        side(other, one[0], one[1]) !== side(other, one[2], one[3])
      )
        count++;
    }
  });
  return count;
}

/** A star with long spikes: each edge is beside most others, and none crosses another. */
function spikes(count: number): Int32Array {
  const corners = Array.from({ length: count }, (_, place): [number, number] => {
    const angle = (place / count) * 2 * Math.PI;
    const reach = place % 2 === 0 ? 1_000_000 : 40_000_000;
    return [Math.round(reach * Math.cos(angle)), Math.round(reach * Math.sin(angle))];
  });
  return ring(corners);
}

test.each([
  [2_000, 0],
  [40_000, 1],
])('the search in a star of %i spikes ends at its bound, and says so', (count, bounded) => {
  const report = { selfCrossings: 0, selfCrossingsBounded: 0 };
  countSelfCrossings([[spikes(count)]], report);
  expect(report).toEqual({ selfCrossings: 0, selfCrossingsBounded: bounded });
});
