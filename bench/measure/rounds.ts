import http from 'node:http';
import { join } from 'node:path';
import type { Contestant } from '#bench/contest/contestants.ts';
import { type Requests, writeRequests } from '#bench/contest/requests.ts';
import { type Measured, measure } from './measure.ts';

/** How long and how often to measure. */
export interface Effort {
  readonly rounds: number;
  /** Rounds of measurements that each start a new server. */
  readonly starts: number;
  readonly secondsPerRun: number;
  /** How long each contestant is warmed before the first run, by default two seconds; 0 for those that are warm. */
  readonly warmUpSeconds?: number;
  readonly connections: number;
  /** A folder for files that are removed when the benchmark ends. */
  readonly folder: string;
}

/**
 * Sends each contestant the same requests, warmed and in turn, in alternating order, so that a machine that slows down
 * favours none.
 *
 * @returns the runs of each, in the order of `contestants`
 */
export async function inTurn(
  contestants: readonly Contestant[],
  requests: Requests,
  effort: Effort,
): Promise<Measured[][]> {
  const file = join(effort.folder, 'requests');
  writeRequests(file, requests);
  const { connections, warmUpSeconds = 2 } = effort;
  const plan = { file, connections, status: requests.status ?? 200, leastBytes: requests.leastBytes };
  const counts: number[] = [];
  for (const contestant of contestants) {
    let rate = 0;
    let count = connections * 2;
    for (const until = performance.now() + warmUpSeconds * 1000; performance.now() < until; ) {
      rate = (await measure(contestant, { ...plan, requests: count })).requestsPerSecond;
      count = Math.max(connections * 2, Math.ceil(rate * 0.7));
    }
    counts.push(Math.max(connections * 4, Math.ceil((contestant.rate ?? rate) * effort.secondsPerRun)));
  }
  const runs = contestants.map((): Measured[] => []);
  for (let round = 0; round < effort.rounds; round++) {
    const order = [...contestants.keys()];
    if (round % 2 === 1) order.reverse();
    for (const at of order) {
      const contestant = contestants[at] as Contestant;
      runs[at]?.push(await measure(contestant, { ...plan, rate: contestant.rate, requests: counts[at] ?? 0 }));
    }
  }
  return runs;
}

/** The runs of each kind of request on one server. They take turns, so a machine that slows down favours none. */
export async function kindsInTurn(
  server: Contestant,
  kinds: readonly Requests[],
  effort: Effort,
): Promise<Measured[][]> {
  const runs = kinds.map((): Measured[] => []);
  for (let round = 0; round < effort.rounds; round++) {
    const order = [...kinds.entries()];
    if (round % 2 === 1) order.reverse();
    for (const [kind, requests] of order) {
      const warmUpSeconds = round === 0 ? 2 : 0.2;
      const [own = []] = await inTurn([server], requests, { ...effort, rounds: 1, warmUpSeconds });
      runs[kind]?.push(...own);
    }
  }
  return runs;
}

/** Headers that `node:http` adds by itself. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** The exact status, headers and body of the answers to some requests, for bare `node:http` to send. */
export async function sampleAnswers(port: number, { targets, headers = {}, bodies }: Requests, most: number) {
  const answers = [];
  for (const [place, path] of targets.slice(0, most).entries()) {
    const answered = await ask(port, path, headers, bodies?.[place]);
    const own = answered.headers.flatMap((name, at, all) =>
      at % 2 === 0 && !ownHeaders.has(name.toLowerCase()) ? [name, all[at + 1] ?? ''] : [],
    );
    answers.push({ status: answered.status, headers: own, body: answered.body.toString('base64') });
  }
  return answers;
}

/** Asks once. `headers` come back as names and values in turn. */
export function ask(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string,
): Promise<{ status: number; headers: string[]; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const request = http.request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.rawHeaders, body: Buffer.concat(chunks) }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}
