import type { Bench } from '../bench.ts';
import { benchKey } from '../data.ts';
import { farFromEdges } from '../distance.ts';
import { requireEqualAnswers } from '../equal.ts';
import { type AskedPoint, generatePoints } from '../generated/points.ts';
import type { Requests } from '../requests.ts';
import { inTurn } from '../rounds.ts';
import type { Row } from '../row.ts';
import { cpuRow, fastifyRow, perPartRow } from './names.ts';

const pointsOfBulk = 2000;
const comparedPoints = 1000;

/** Requests of points, one a request. */
export function pointRequests(points: readonly AskedPoint[]): Requests {
  const targets = points.map(({ y, x }) => `/api/1.0/availability/yx/${y}/${x}?api_key=${benchKey}`);
  return { targets, leastBytes: 300 };
}

/** A point a request against bare, Next's lane, Fastify and two workers; and points in bulk. */
export async function pointsPart(bench: Bench): Promise<Row[]> {
  const { settlements, full } = bench.data;
  const points = generatePoints(settlements, bench.points);
  const one = pointRequests(points);
  const direct = await bench.watea('Wātea', full);
  const bare = await bench.bareLike(direct, one);
  const bareTwo = await bench.bareLike(direct, one, 2);
  const next = await bench.watea('Wātea by Next', full, { API_LANE: 'next' });
  const two = await bench.watea('Wātea, two workers', full, { WEB_CONCURRENCY: '2' });
  const fastify = await bench.fastify();
  const contestants = [direct, bare, next, two, bareTwo, ...(typeof fastify === 'string' ? [] : [fastify])];
  if (typeof fastify !== 'string') {
    const far = farFromEdges(settlements, points.slice(0, 2 * comparedPoints)).slice(0, comparedPoints);
    await requireEqualAnswers(direct, fastify, pointRequests(far).targets);
  }
  const [ofDirect = [], ofBare = [], ofNext = [], ofTwo = [], ofBareTwo = [], ofFastify] = await inTurn(
    contestants,
    one,
    bench.effort,
  );
  const [ofBulk = []] = await inTurn([direct], bulkRequests(points), { ...bench.effort, connections: 1 });
  await bench.stopContestants();
  return [
    cpuRow('broadband point', ofDirect, 'bare', ofBare, { most: 3 }),
    perPartRow(`a point of ${pointsOfBulk} in bulk`, ofBulk, pointsOfBulk, ofBare, { most: 1 }),
    cpuRow('broadband point by Next’s own lane', ofNext, 'the direct lane', ofDirect, { least: 15 }),
    fastifyRow('broadband point', fastify, ofFastify, ofDirect),
    cpuRow('broadband point, two workers', ofTwo, 'one process', ofDirect, { most: 1.15 }),
    cpuRow('broadband point, bare with two workers', ofBareTwo, 'bare', ofBare, undefined),
  ];
}

function bulkRequests(points: readonly AskedPoint[]): Requests {
  const bodies: string[] = [];
  for (let from = 0; from + pointsOfBulk <= points.length; from += pointsOfBulk) {
    bodies.push(JSON.stringify({ points: points.slice(from, from + pointsOfBulk).map(({ y, x }) => [y, x]) }));
  }
  const targets = bodies.map(() => `/api/1.0/availability/yx?api_key=${benchKey}`);
  return { targets, bodies, headers: { 'Content-Type': 'application/json' }, leastBytes: pointsOfBulk * 300 };
}
