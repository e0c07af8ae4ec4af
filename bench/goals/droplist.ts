import type { Bench } from '#bench/bench.ts';
import type { Requests } from '#bench/contest/requests.ts';
import { ask, inTurn } from '#bench/measure/rounds.ts';
import type { Row } from '#bench/measure/row.ts';
import { cpuRow } from './cost-rows.ts';

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
