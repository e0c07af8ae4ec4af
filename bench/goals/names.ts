import type { Bench } from '#bench/bench.ts';
import type { Requests } from '#bench/contest/requests.ts';
import { benchKey, registeredNames } from '#bench/data.ts';
import { askedNames } from '#bench/generated/names.ts';
import { ask, inTurn, kindsInTurn } from '#bench/measure/rounds.ts';
import type { Row } from '#bench/measure/row.ts';
import { contest } from './contest.ts';
import { cpuRow, perPartRow } from './cost-rows.ts';

const namesOfMany = 1000;

/** `domains[]`: one name a request compared with bare, Next's lane, Fastify and two workers; and a thousand names a request. */
export async function namesPart(bench: Bench): Promise<Row[]> {
  const asked = askedNames(registeredNames(bench.data), bench.points);
  const targets = asked.map((name) => `/1.0/availability?domains[]=${name}`);
  const { rows, direct, ofBare } = await contest(bench, {
    what: '`domains[]` with 1 name',
    requests: { targets, leastBytes: 40 },
    compared: targets.slice(0, 1000),
    mostOfBare: 2,
  });
  const explained = asked.map((name) => `/1.1/availability?domains[]=${name}`);
  const kinds = [targets, explained].map((each) => ({ targets: each, leastBytes: 40 }));
  const [ofFirst = [], ofExplained = []] = await kindsInTurn(direct, kinds, bench.effort);
  const [ofMany = []] = await inTurn([direct], manyNames(asked), bench.effort);
  await bench.stopContestants();
  return [
    ...rows,
    perPartRow(`a name of ${namesOfMany} in one request`, ofMany, namesOfMany, ofBare, { most: 0.35 }),
    cpuRow('a name with its reason, `/1.1`', ofExplained, 'of `/1.0`', ofFirst, { most: 1.2 }),
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

const targets = ['/1.0/droplist'];

/** The droplist unchanged, whole and as 304, compared with the same bytes from bare. */
export async function droplistPart(bench: Bench): Promise<Row[]> {
  const server = await bench.watea('Wātea', bench.data.full);
  const whole = await ask(server.port, '/1.0/droplist');
  const entries = (JSON.parse(whole.body.toString()) as unknown[]).length;
  const etag = whole.headers[whole.headers.findIndex((name) => name.toLowerCase() === 'etag') + 1] ?? '';
  const kinds: readonly (readonly [string, Requests, number])[] = [
    ['', { targets, leastBytes: whole.body.length }, 1.3],
    [', gzip', { targets, headers: { 'Accept-Encoding': 'gzip' }, leastBytes: whole.body.length / 50 }, 1.3],
    ['; 304', { targets, headers: { 'If-None-Match': etag }, status: 304, leastBytes: 0 }, 2],
  ];
  const rows: Row[] = [];
  for (const [kind, requests, most] of kinds) {
    const bare = await bench.bareLike(server, requests);
    const [own = [], ofBare = []] = await inTurn([server, bare], requests, bench.effort);
    rows.push(cpuRow(`droplist of ${entries} entries, unchanged${kind}`, own, 'bare', ofBare, { most }));
  }
  await bench.stopContestants();
  return rows;
}
