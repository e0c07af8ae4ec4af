import { ROOT } from '#lib/broadband/coverage/cell.ts';
import type { CoveragePart } from '#lib/broadband/coverage/edge-collection.ts';
import { seededRandom as seededFractions } from '#lib/demonstration/random.ts';

/** A repeatable random source of whole numbers, both ends included. */
export type Random = (min: number, max: number) => number;

export function seededRandom(seed: number): Random {
  const next = seededFractions(seed);
  return (min, max) => min + Math.floor(next() * (max - min + 1));
}

/** Where a shape is drawn: positions are x + k·step, y + k·step with |k| up to `reach`. */
interface Frame {
  readonly x: number;
  readonly y: number;
  readonly step: number;
  readonly reach: number;
}

type Position = readonly [x: number, y: number];
type Draw = (random: Random, frame: Frame) => Int32Array[][];

/** Each draws the parts of one offer; together they have every shape that once confused a lookup. */
export const SHAPES: Readonly<Record<string, Draw>> = {
  'a polygon of either orientation': (random, frame) => [[blob(random, frame, 1)]],
  'a self-crossing polygon (bow-ties)': (random, frame) => [[ring(some(random, 3, 12, () => anywhere(random, frame)))]],
  'overlapping parts': (random, frame) => some(random, 2, 5, () => [blob(random, frame, 1)]),
  'an offer from many features': (random, frame) =>
    some(random, 5, 30, () => [blob(random, nudged(random, frame), 0.3)]),
  'overlapping and crossing holes': (random, frame) => [some(random, 2, 5, () => blob(random, frame, 1))],
  'a hole that touches its outer ring': (random, { x, y, step, reach }) => {
    const size = random(2, reach) * step;
    const hole: Position[] = [
      [x, y],
      [x + size, y + random(0, size)],
      [x + random(0, size), y + size],
    ];
    return [
      [
        ring([
          [x, y],
          [x + 2 * size, y],
          [x + 2 * size, y + 2 * size],
          [x, y + 2 * size],
        ]),
        ring(hole),
      ],
    ];
  },
  'a hole that shares an edge with its outer ring': (_, { x, y, step, reach }) => {
    const size = reach * step;
    return [[rectangle(x, y, x + size, y + size), rectangle(x, y + step, x + step, y + size - step)]];
  },
  'a hole filled by another part': (random, frame) => {
    const hole = blob(random, frame, 0.5);
    return [[rectangleAround(frame), hole], [hole]];
  },
  'a sliver': (random, frame) => {
    const [ax, ay] = anywhere(random, frame);
    const [bx, by] = anywhere(random, frame);
    return [
      [
        ring([
          [ax, ay],
          [bx, by],
          [bx + random(-1, 1), by + random(-1, 1)],
        ]),
      ],
    ];
  },
  'a part without area, with repeated points': (random, frame) => {
    const a = anywhere(random, frame);
    const b = anywhere(random, frame);
    return [[ring([a, a, b, a, b, b])], [ring([b])], [blob(random, frame, 1), ring([a, b])]];
  },
  'edges along cell borders': (random, { x, y }) => {
    const side = 512 * 2 ** random(0, 6);
    const west = onBorder(x, ROOT.x, side);
    const south = onBorder(y, ROOT.y, side);
    return [[rectangle(west, south, west + side * random(1, 9), south + side * random(1, 9))]];
  },
  'edges through cell corners': (random, { x, y }) => {
    const side = 512 * 2 ** random(0, 4);
    const corner = (): Position => [
      onBorder(x, ROOT.x, side) + side * random(-6, 6),
      onBorder(y, ROOT.y, side) + side * random(-6, 6),
    ];
    return some(random, 1, 3, () => [ring(some(random, 3, 8, corner))]);
  },
  'long edges over many cells': (random, { x, y }) => [
    [ring(some(random, 3, 7, () => [x + random(-60_000_000, 60_000_000), y + random(-60_000_000, 60_000_000)]))],
  ],
  'edges as long as 32 bits allow': (random) => [
    [ring(some(random, 3, 9, () => [random(-(2 ** 31), 2 ** 31 - 1), random(-(2 ** 31), 2 ** 31 - 1)]))],
  ],
  'the whole world with holes': (random, frame) => [
    [rectangle(-(2 ** 31), -(2 ** 31), 2 ** 31 - 1, 2 ** 31 - 1), blob(random, frame, 1), blob(random, frame, 1)],
  ],
  'rings around and through the corner of the root': (random, { x, y }) => [
    [
      rectangle(ROOT.x - random(0, 1), ROOT.y - random(0, 1), x, y),
      ring([
        [ROOT.x, ROOT.y],
        [x, y + random(-9, 9)],
        [ROOT.x - random(0, 9), ROOT.y + random(0, 9)],
      ]),
      ring([
        [ROOT.x - 7, ROOT.y - 7],
        [ROOT.x + 10 ** 8, ROOT.y + 10 ** 8],
        [x, y],
      ]),
    ],
  ],
};

/** Areas side by side and on top of each other, like offers that share borders. */
export function drawNeighbours(random: Random, { x, y, step, reach }: Frame): CoveragePart[] {
  const size = random(1, reach) * step;
  return some(random, 6, 20, () => {
    const west = x + random(-2, 2) * size;
    const south = y + random(-2, 2) * size;
    const isTriangle = random(0, 1) === 1;
    const triangle = ring([
      [west, south],
      [west + size, south],
      [west + size, south + size],
    ]);
    return {
      offer: random(1, 4),
      rings: [isTriangle ? triangle : rectangle(west, south, west + size, south + size)],
    };
  });
}

/** A closed ring, as stored. */
export function ring(positions: readonly Position[]): Int32Array {
  return Int32Array.from([...positions, positions[0] ?? [0, 0]].flat());
}

export function rectangle(west: number, south: number, east: number, north: number): Int32Array {
  return ring([
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]);
}

function rectangleAround({ x, y, step, reach }: Frame): Int32Array {
  return rectangle(x - step * reach, y - step * reach, x + step * reach, y + step * reach);
}

/** A polygon around the middle of the frame, `share` of its size, in either orientation. */
function blob(random: Random, { x, y, step, reach }: Frame, share: number): Int32Array {
  const corners = random(3, 40);
  const positions = Array.from({ length: corners }, (_, corner): Position => {
    const angle = (2 * Math.PI * corner) / corners;
    const radius = (random(20, 100) / 100) * reach * share;
    return [x + step * Math.round(radius * Math.cos(angle)), y + step * Math.round(radius * Math.sin(angle))];
  });
  return ring(random(0, 1) === 1 ? positions : positions.reverse());
}

function anywhere(random: Random, { x, y, step, reach }: Frame): Position {
  return [x + step * random(-reach, reach), y + step * random(-reach, reach)];
}

function nudged(random: Random, frame: Frame): Frame {
  const [x, y] = anywhere(random, frame);
  return { ...frame, x, y };
}

function some<Value>(random: Random, min: number, max: number, make: () => Value): Value[] {
  return Array.from({ length: random(min, max) }, make);
}

function onBorder(value: number, origin: number, side: number): number {
  return origin + Math.round((value - origin) / side) * side;
}
