import type { Bench } from '#bench/bench.ts';
import type { Requests } from '#bench/contest/requests.ts';
import { benchKey } from '#bench/data.ts';
import { generateCoverage } from '#bench/generated/coverage.ts';
import { type AskedPoint, generatePoints } from '#bench/generated/points.ts';
import { boxOf, type Part } from '#bench/generated/shapes.ts';
import { inTurn } from '#bench/measure/rounds.ts';
import type { Row } from '#bench/measure/row.ts';
import { contest } from './contest.ts';
import { perPartRow } from './cost-rows.ts';

const pointsOfBulk = 2000;
const comparedPoints = 1000;

/** Requests for one point each. */
export function pointRequests(points: readonly AskedPoint[]): Requests {
  const targets = points.map(({ y, x }) => `/api/1.0/availability/yx/${y}/${x}?api_key=${benchKey}`);
  return { targets, leastBytes: 300 };
}

/** One point a request compared with bare, Next's lane, Fastify and two workers; and points in bulk. */
export async function pointsPart(bench: Bench): Promise<Row[]> {
  const { settlements } = bench.data;
  const points = generatePoints(settlements, bench.points);
  const far = farFromEdges(settlements, points.slice(0, 2 * comparedPoints)).slice(0, comparedPoints);
  const { rows, direct, ofBare } = await contest(bench, {
    what: 'broadband point',
    requests: pointRequests(points),
    compared: pointRequests(far).targets,
    mostOfBare: 3,
  });
  const [ofBulk = []] = await inTurn([direct], bulkRequests(points), { ...bench.effort, connections: 1 });
  await bench.stopContestants();
  return [...rows, perPartRow(`a point of ${pointsOfBulk} in bulk`, ofBulk, pointsOfBulk, ofBare, { most: 1 })];
}

function bulkRequests(points: readonly AskedPoint[]): Requests {
  const bodies: string[] = [];
  for (let from = 0; from + pointsOfBulk <= points.length; from += pointsOfBulk) {
    bodies.push(JSON.stringify({ points: points.slice(from, from + pointsOfBulk).map(({ y, x }) => [y, x]) }));
  }
  const targets = bodies.map(() => `/api/1.0/availability/yx?api_key=${benchKey}`);
  return { targets, bodies, headers: { 'Content-Type': 'application/json' }, leastBytes: pointsOfBulk * 300 };
}

/** Metres of a unit of 1e-7 degree, northwards; eastwards it is less, which only makes the test below stricter. */
const metresAUnit = 0.0111;

/** The points more than a metre from every edge of the coverage, where the rounding of other contestants cannot matter. */
function farFromEdges(settlements: readonly Part[], points: readonly AskedPoint[]): AskedPoint[] {
  const least = (1 / metresAUnit) * 1.6;
  const isFar = points.map(() => true);
  for (const { parts } of generateCoverage(settlements).content()) {
    for (const rings of parts) {
      const box = boxOf(rings);
      for (const [at, { unitX, unitY }] of points.entries()) {
        if (isFar[at] !== true) continue;
        if (unitX < box.west - least || unitX > box.east + least) continue;
        if (unitY < box.south - least || unitY > box.north + least) continue;
        if (rings.some((ring) => isNear(ring, unitX, unitY, least))) isFar[at] = false;
      }
    }
  }
  return points.filter((_, at) => isFar[at] === true);
}

function isNear(ring: Int32Array, x: number, y: number, least: number): boolean {
  for (let at = 2; at < ring.length; at += 2) {
    const ax = (ring[at - 2] as number) - x;
    const ay = (ring[at - 1] as number) - y;
    const bx = (ring[at] as number) - x;
    const by = (ring[at + 1] as number) - y;
    if ((ax > least && bx > least) || (ax < -least && bx < -least)) continue;
    if ((ay > least && by > least) || (ay < -least && by < -least)) continue;
    const length = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, (-ax * (bx - ax) - ay * (by - ay)) / length));
    if (Math.hypot(ax + share * (bx - ax), ay + share * (by - ay)) < least) return true;
  }
  return false;
}
