import type { CoveragePart } from '#lib/broadband/coverage/edge-collection.ts';
import { type Box, unitArea } from '#lib/broadband/rectangle.ts';

/** A fraction with a positive denominator. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** A straight edge from its southern to its northern end; `part` is its place in the list, undefined for a side of the box. */
interface Edge {
  readonly part: number | undefined;
  readonly x: bigint;
  readonly y: bigint;
  readonly dx: bigint;
  readonly dy: bigint;
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/**
 * The reference for tests of areas, as plain as possible and slow: every place where an edge begins, ends or crosses
 * another, as a fraction of whole numbers of any size, divides the box into slabs; in a slab the edges are sorted exactly.
 * Only the areas of the trapezoids between them are computed in float64.
 *
 * @param labelOf what to add a place's area to, by the parts it is in (even-odd over their rings)
 * @returns square metres by label
 */
export function exactAreas(
  parts: readonly CoveragePart[],
  box: Box,
  labelOf: (isIn: readonly boolean[]) => string,
): Map<string, number> {
  const areas = new Map<string, number>();
  const sides = [box.minX, box.maxX].map((x) => edgeOf(undefined, x, box.minY, x, box.maxY));
  const edges = [...sides, ...parts.flatMap(({ rings }, part) => rings.flatMap((ring) => edgesOf(part, ring)))];
  const latitudes = latitudesOf(edges, box);
  for (let at = 0; at + 1 < latitudes.length; at++) {
    const [south, north] = [latitudes[at], latitudes[at + 1]];
    if (south === undefined || north === undefined) continue;
    const middle = half(south, north);
    const below = Number(floor(middle));
    const across = edges
      .filter((edge) => edge.south <= below && edge.north > below)
      .map((edge) => ({ edge, at: positionAt(edge, middle) }))
      .sort((a, b) => compare(a.at, b.at));
    const isIn = parts.map(() => false);
    let sidesPassed = 0;
    for (const [place, { edge }] of across.entries()) {
      if (edge.part === undefined) sidesPassed++;
      else isIn[edge.part] = !isIn[edge.part];
      const next = across[place + 1]?.edge;
      if (sidesPassed !== 1 || next === undefined) continue;
      const label = labelOf(isIn);
      areas.set(label, (areas.get(label) ?? 0) + trapezoid(edge, next, south, north));
    }
  }
  return areas;
}

function edgesOf(part: number, ring: Int32Array): Edge[] {
  const edges: Edge[] = [];
  for (let at = 0; at < ring.length - 2; at += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = ring.subarray(at, at + 4);
    if (ay !== by) edges.push(edgeOf(part, ax, ay, bx, by));
  }
  return edges;
}

function edgeOf(part: number | undefined, ax: number, ay: number, bx: number, by: number): Edge {
  const [x, y, toX, toY] = (ay < by ? [ax, ay, bx, by] : [bx, by, ax, ay]).map(BigInt) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const [west, east, south, north] = [Math.min(ax, bx), Math.max(ax, bx), Math.min(ay, by), Math.max(ay, by)];
  return { part, x, y, dx: toX - x, dy: toY - y, west, east, south, north };
}

/** All latitudes in the box where an edge begins, ends or crosses another, ascending. */
function latitudesOf(edges: readonly Edge[], { minY, maxY }: Box): Fraction[] {
  const found = edges.flatMap(({ y, dy }) => [whole(y), whole(y + dy)]);
  for (const [place, a] of edges.entries()) {
    for (let other = place + 1; other < edges.length; other++) {
      const b = edges[other] ?? a;
      if (areApart(a, b)) continue;
      const across = a.dx * b.dy - b.dx * a.dy;
      if (across === 0n) continue;
      // where a.x + (y − a.y) · a.dx ÷ a.dy is b.x + (y − b.y) · b.dx ÷ b.dy
      const over = (b.x - a.x) * a.dy * b.dy + a.y * a.dx * b.dy - b.y * b.dx * a.dy;
      found.push(across > 0n ? { over, under: across } : { over: -over, under: -across });
    }
  }
  const [south, north] = [whole(BigInt(minY)), whole(BigInt(maxY))];
  return found
    .filter((latitude) => compare(latitude, south) >= 0 && compare(latitude, north) <= 0)
    .sort(compare)
    .filter((latitude, place, all) => place === 0 || compare(latitude, all[place - 1] ?? latitude) !== 0);
}

function areApart(a: Edge, b: Edge): boolean {
  return a.north <= b.south || b.north <= a.south || a.east < b.west || b.east < a.west;
}

const whole = (over: bigint): Fraction => ({ over, under: 1n });
const half = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under + b.over * a.under,
  under: 2n * a.under * b.under,
});

function compare(a: Fraction, b: Fraction): number {
  const difference = a.over * b.under - b.over * a.under;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

function floor({ over, under }: Fraction): bigint {
  return over / under - (over % under < 0n ? 1n : 0n);
}

function positionAt({ x, y, dx, dy }: Edge, { over, under }: Fraction): Fraction {
  return { over: x * dy * under + (over - y * under) * dx, under: dy * under };
}

function numberOf({ over, under }: Fraction): number {
  return Number((over << 80n) / under) / 2 ** 80;
}

/** Nodes and weights of Gauss and Legendre for five points. */
const nodes = [
  [0, 128 / 225],
  [Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3, (322 + 13 * Math.sqrt(70)) / 900],
  [-Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3, (322 + 13 * Math.sqrt(70)) / 900],
  [Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3, (322 - 13 * Math.sqrt(70)) / 900],
  [-Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3, (322 - 13 * Math.sqrt(70)) / 900],
] as const;

/** Square metres between two edges and two parallels. */
function trapezoid(west: Edge, east: Edge, south: Fraction, north: Fraction): number {
  const widthAt = (latitude: Fraction) => {
    const [from, to] = [positionAt(west, latitude), positionAt(east, latitude)];
    return numberOf({ over: to.over * from.under - from.over * to.under, under: to.under * from.under });
  };
  const height = numberOf({
    over: north.over * south.under - south.over * north.under,
    under: north.under * south.under,
  });
  const [low, widthLow, widthHigh] = [numberOf(south), widthAt(south), widthAt(north)];
  let sum = 0;
  for (const [node, weight] of nodes) {
    const share = (1 + node) / 2;
    sum += (weight / 2) * unitArea(low + share * height) * (widthLow + share * (widthHigh - widthLow));
  }
  return sum * height;
}
