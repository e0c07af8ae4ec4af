import type { Bench } from '#bench/bench.ts';
import type { Contestant } from '#bench/contest/contestants.ts';
import type { Requests } from '#bench/contest/requests.ts';
import { type Measured, spreadOf } from '#bench/measure/measure.ts';
import { ask, inTurn } from '#bench/measure/rounds.ts';
import type { Row } from '#bench/measure/row.ts';
import { cpuRow } from './cost-rows.ts';

/** The requests of a contest. */
interface Contest {
  /** Its name in the table. */
  readonly what: string;
  readonly requests: Requests;
  /** Targets for which the project and Fastify must give the same answer. */
  readonly compared: readonly string[];
  /** The most CPU a request may take, as a multiple of bare. */
  readonly mostOfBare: number;
}

/** The rows of a contest, the project's server, which is still running, and the runs of bare, to compare other requests with. */
interface Contested {
  readonly rows: readonly Row[];
  readonly direct: Contestant;
  readonly ofBare: readonly Measured[];
}

/** The most CPU two workers may take, as a multiple of one process. */
const mostOfOne = 1.15;

/**
 * Sends the same requests to one process of the project, bare `node:http`, Next's lane, Fastify with PostGIS, and two
 * workers. A request costs less the busier its process is (`docs/speed.md`), so two workers are compared with one
 * process in three ways: at full speed, at the same total rate, and at the same rate for each process.
 */
export async function contest(bench: Bench, { what, requests, compared, mostOfBare }: Contest): Promise<Contested> {
  const {
    data: { full },
    effort,
    isQuick,
  } = bench;
  const direct = await bench.watea('Wātea', full);
  const bare = await bench.bareLike(direct, requests);
  const next = await bench.watea('Wātea by Next', full, { API_LANE: 'next' });
  const two = await bench.watea('Wātea, two workers', full, { WEB_CONCURRENCY: '2' });
  const fastify = await bench.fastify();
  const bareTwo = isQuick ? undefined : await bench.bareLike(direct, requests, 2);
  if (typeof fastify !== 'string') await requireEqualAnswers(direct, fastify, compared);
  const others = [typeof fastify === 'string' ? undefined : fastify, bareTwo];
  const unlimited = [direct, bare, next, two, ...others.filter((other) => other !== undefined)];
  const runs = await inTurn(unlimited, requests, effort);
  const [ofDirect = [], ofBare = [], ofNext = [], ofTwo = []] = runs;
  const [ofFastify, ofBareTwo] = others.map((other) => other && runs[unlimited.indexOf(other)]);
  const rows = [
    cpuRow(what, ofDirect, 'bare', ofBare, { most: mostOfBare }),
    cpuRow(`${what} by Next’s own lane`, ofNext, 'the direct lane', ofDirect, { least: 15 }),
    fastifyRow(what, fastify, ofFastify, ofDirect),
    cpuRow(`${what}, two workers`, ofTwo, 'one process', ofDirect, { most: mostOfOne }),
  ];
  if (ofBareTwo !== undefined)
    rows.push(cpuRow(`${what}, bare with two workers`, ofBareTwo, 'bare', ofBare, undefined));
  const half = Math.round(spreadOf(ofDirect, 'requestsPerSecond').median / 2);
  const atRate = (rate: number, ...asked: Contestant[]) => asked.map((contestant) => ({ ...contestant, rate }));
  const steady = [...atRate(half, direct, two), ...atRate(Math.round(half / 2), direct)];
  if (bareTwo !== undefined) steady.push(...atRate(half, bare, bareTwo));
  rows.push(...steadyRows(what, await inTurn(steady, requests, { ...effort, warmUpSeconds: 0 })));
  return { rows, direct, ofBare };
}

/**
 * Rows for one process and two workers at half of the highest rate of one, one process at a quarter, and, where they
 * were measured, bare with one process and with two at that half.
 */
function steadyRows(what: string, runs: readonly Measured[][]): Row[] {
  const [half = [], twoHalf = [], quarter = [], bareHalf = [], bareTwoHalf] = runs;
  const [workers, goal] = [`${what}, two workers`, { most: mostOfOne }];
  const rows = [
    cpuRow(`${workers}, at half of the highest rate of one`, twoHalf, 'one process at the same', half, goal),
    cpuRow(`${workers}, each at a quarter of it`, twoHalf, 'one process at a quarter', quarter, goal),
  ];
  if (bareTwoHalf !== undefined) {
    rows.push(cpuRow(`${what}, bare with two workers, at the half`, bareTwoHalf, 'bare at it', bareHalf, undefined));
  }
  return rows;
}

/** Fastify compared with the project, or why it was left out. */
function fastifyRow(
  what: string,
  fastify: unknown,
  runs: readonly Measured[] | undefined,
  direct: readonly Measured[],
): Row {
  const name = `${what}: Fastify + pg + PostGIS`;
  if (runs !== undefined) return cpuRow(name, runs, 'Wātea', direct, { least: 3 });
  return {
    what: name,
    measured: `left out: ${String(fastify)}`,
    against: '',
    figure: Number.NaN,
    unit: ' ×',
    goal: { least: 3 },
  };
}

/** Throws unless the contestants give the same bodies. */
async function requireEqualAnswers(one: Contestant, other: Contestant, targets: readonly string[]): Promise<void> {
  for (const target of targets) {
    const [a, b] = await Promise.all([ask(one.port, target), ask(other.port, target)]);
    if (a.status !== b.status || !a.body.equals(b.body)) {
      throw new Error(`${target}: ${one.name} says ${a.status} ${a.body}, ${other.name} says ${b.status} ${b.body}`);
    }
  }
}
