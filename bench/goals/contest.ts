import type { Bench } from '../bench.ts';
import type { Contestant } from '../contestants.ts';
import { requireEqualAnswers } from '../equal.ts';
import { type Measured, spreadOf } from '../measure.ts';
import type { Requests } from '../requests.ts';
import { inTurn } from '../rounds.ts';
import type { Row } from '../row.ts';
import { cpuRow } from './cost-rows.ts';

/** What a contest is about. */
interface Contest {
  /** In the table. */
  readonly what: string;
  readonly requests: Requests;
  /** Targets that the project and Fastify must answer alike. */
  readonly compared: readonly string[];
  /** How much dearer than bare a request may be. */
  readonly mostOfBare: number;
}

/** The rows of a contest; the project's server, which is still up; and what bare took, to hold other requests against. */
interface Contested {
  readonly rows: readonly Row[];
  readonly direct: Contestant;
  readonly ofBare: readonly Measured[];
}

/**
 * The same requests to one process of the project, and beside it bare, Next's lane, Fastify with PostGIS, and two
 * workers. As fast as they can, two workers over as many connections have turns of half as many requests
 * (`docs/decisions/speed.md`), so they are also measured over as many connections each, and both at the same rate.
 */
export async function contest(bench: Bench, { what, requests, compared, mostOfBare }: Contest): Promise<Contested> {
  const {
    data: { full },
    effort: { connections },
    isQuick,
  } = bench;
  const direct = await bench.watea('Wātea', full);
  const bare = await bench.bareLike(direct, requests);
  const next = await bench.watea('Wātea by Next', full, { API_LANE: 'next' });
  const two = await bench.watea('Wātea, two workers', full, { WEB_CONCURRENCY: '2' });
  const fastify = await bench.fastify();
  const main = [direct, bare, next, two, ...(typeof fastify === 'string' ? [] : [fastify])];
  if (typeof fastify !== 'string') await requireEqualAnswers(direct, fastify, compared);
  const informing = isQuick
    ? []
    : [{ ...two, connections: 2 * connections }, await bench.bareLike(direct, requests, 2)];
  const runs = await inTurn([...main, ...informing], requests, bench.effort);
  const [ofDirect = [], ofBare = [], ofNext = [], ofTwo = []] = runs;
  const ofFastify = typeof fastify === 'string' ? undefined : runs[main.length - 1];
  const half = { ...bench.effort, rate: Math.round(spreadOf(ofDirect, 'requestsPerSecond').median / 2) };
  const [ofDirectAtHalf = [], ofTwoAtHalf = []] = await inTurn([direct, two], requests, half);
  const rows = [
    cpuRow(what, ofDirect, 'bare', ofBare, { most: mostOfBare }),
    cpuRow(`${what} by Next’s own lane`, ofNext, 'the direct lane', ofDirect, { least: 15 }),
    fastifyRow(what, fastify, ofFastify, ofDirect),
    cpuRow(`${what}, two workers`, ofTwo, 'one process', ofDirect, { most: 1.15 }),
    cpuRow(`${what}, two workers at half of the highest rate of one`, ofTwoAtHalf, 'one process', ofDirectAtHalf, {
      most: 1.15,
    }),
  ];
  if (!isQuick) {
    const [ofTwoWide = [], ofBareTwo = []] = runs.slice(main.length);
    const wide = `${what}, two workers with ${connections} connections each`;
    rows.push(cpuRow(wide, ofTwoWide, `one process with ${connections}`, ofDirect, undefined));
    rows.push(cpuRow(`${what}, bare with two workers`, ofBareTwo, 'bare', ofBare, undefined));
  }
  return { rows, direct, ofBare };
}

/** Fastify against the project; or why it was left out. */
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
