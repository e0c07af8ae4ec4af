import type { Bench } from '../bench.ts';
import { benchKey, registeredNames } from '../data.ts';
import { requireEqualAnswers } from '../equal.ts';
import { askedNames } from '../generated/names.ts';
import { type Measured, spreadOf, spreadOfValues } from '../measure.ts';
import type { Requests } from '../requests.ts';
import { inTurn } from '../rounds.ts';
import { type Row, spreadText } from '../row.ts';

const namesOfMany = 1000;

/** `domains[]`: one name a request against bare, Next's lane, Fastify and two workers; and a thousand names a request. */
export async function namesPart(bench: Bench): Promise<Row[]> {
  const asked = askedNames(registeredNames(bench.data), bench.points);
  const one: Requests = { targets: asked.map((name) => `/1.0/availability?domains[]=${name}`), leastBytes: 40 };
  const direct = await bench.watea('Wātea', bench.data.full);
  const bare = await bench.bareLike(direct, one);
  const bareTwo = await bench.bareLike(direct, one, 2);
  const next = await bench.watea('Wātea by Next', bench.data.full, { API_LANE: 'next' });
  const two = await bench.watea('Wātea, two workers', bench.data.full, { WEB_CONCURRENCY: '2' });
  const fastify = await bench.fastify();
  const contestants = [direct, bare, next, two, bareTwo, ...(typeof fastify === 'string' ? [] : [fastify])];
  if (typeof fastify !== 'string') await requireEqualAnswers(direct, fastify, one.targets.slice(0, 1000));
  const [ofDirect = [], ofBare = [], ofNext = [], ofTwo = [], ofBareTwo = [], ofFastify] = await inTurn(
    contestants,
    one,
    bench.effort,
  );

  const many = manyNames(asked);
  const [ofMany = []] = await inTurn([direct], many, bench.effort);
  await bench.stopContestants();
  return [
    cpuRow('`domains[]` with 1 name', ofDirect, 'bare', ofBare, { most: 2 }),
    perPartRow(`a name of ${namesOfMany} in one request`, ofMany, namesOfMany, ofBare, { most: 0.35 }),
    cpuRow('`domains[]` with 1 name by Next’s own lane', ofNext, 'the direct lane', ofDirect, { least: 15 }),
    fastifyRow('`domains[]` with 1 name', fastify, ofFastify, ofDirect),
    cpuRow('`domains[]` with 1 name, two workers', ofTwo, 'one process', ofDirect, { most: 1.15 }),
    cpuRow('`domains[]` with 1 name, bare with two workers', ofBareTwo, 'bare', ofBare, undefined),
  ];
}

function manyNames(asked: readonly string[]): Requests {
  const bodies: string[] = [];
  for (let from = 0; from + namesOfMany <= asked.length; from += namesOfMany) {
    bodies.push(JSON.stringify({ domains: asked.slice(from, from + namesOfMany) }));
  }
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': benchKey };
  return { targets: bodies.map(() => '/1.0/availability'), bodies, headers, leastBytes: namesOfMany * 40 };
}

/**
 * CPU a request of one contestant against that of another, with which it ran in turn: the middle of what each round says,
 * because a machine that slows down for a minute slows both of a round.
 */
export function cpuRow(
  what: string,
  runs: readonly Measured[],
  againstName: string,
  against: readonly Measured[],
  goal: Row['goal'],
): Row {
  const [own, other] = [spreadOf(runs, 'cpuMicroseconds'), spreadOf(against, 'cpuMicroseconds')];
  const ratios = runs.map((run, round) => run.cpuMicroseconds / (against[round]?.cpuMicroseconds ?? Number.NaN));
  return {
    what,
    measured: `${spreadText(own, 'µs')}${rateText(runs)}`,
    against: `${againstName}: ${spreadText(other, 'µs')}${rateText(against)}`,
    figure: spreadOfValues(ratios).median,
    unit: ' ×',
    goal,
  };
}

/** CPU of each part of a large request against one bare request. */
export function perPartRow(
  what: string,
  runs: readonly Measured[],
  parts: number,
  bare: readonly Measured[],
  goal: Row['goal'],
): Row {
  const each = runs.map((run) => ({ ...run, cpuMicroseconds: run.cpuMicroseconds / parts }));
  const [own, other] = [spreadOf(each, 'cpuMicroseconds'), spreadOf(bare, 'cpuMicroseconds')];
  return {
    what,
    measured: spreadText(own, 'µs', 2),
    against: `one bare request: ${spreadText(other, 'µs')}`,
    figure: own.median / other.median,
    unit: ' ×',
    goal,
  };
}

/** Fastify against the project; or why it was left out. */
export function fastifyRow(
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

/** The rate, and the generator's share of a core; where that is above 90 % the rate is the generator's, and is not told. */
function rateText(runs: readonly Measured[]): string {
  const share = spreadOf(runs, 'generatorShare').most;
  const told = `generator ${Math.round(share * 100)} %`;
  return share > 0.9 ? `; ${told}` : `; ${Math.round(spreadOf(runs, 'requestsPerSecond').median)}/s, ${told}`;
}
