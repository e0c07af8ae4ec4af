import type { Bench } from '#bench/bench.ts';
import type { Requests } from '#bench/contest/requests.ts';
import { benchKey } from '#bench/data.ts';
import { type AskedPoint, generatePoints } from '#bench/generated/points.ts';
import { farFromEdges } from '#bench/measure/distance.ts';
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
