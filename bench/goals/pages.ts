import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '#bench/bench.ts';
import type { Contestant } from '#bench/contest/contestants.ts';
import { type FloodPlan, flood } from '#bench/contest/flood-plan.ts';
import { generatePoints } from '#bench/generated/points.ts';
import { anonymousMegabytes, cpuSeconds } from '#bench/measure/measure.ts';
import type { Row } from '#bench/measure/row.ts';
import { actionId, ownOrigin } from '#tests/support/staff/action.ts';

/** Limits count addresses. */
const visitors = Array.from({ length: 200 }, (_, at) => `127.7.${1 + (at >> 6)}.${1 + (at & 63)}`);
/** A registrar that asks within its limit. */
const registrar = {
  targets: ['/1.0/availability?domains[]=example.co.nz'],
  from: ['127.0.0.1'],
  connections: 4,
  perSecond: 50,
};
const settledAfterMs = 10_000;

/** What a page costs by itself, and what any load of strangers on pages does to a registrar (B11). */
export async function pagesPart(bench: Bench): Promise<Row[]> {
  const points = generatePoints(bench.data.settlements, 20_000);
  const permalinks = points.map(({ y, x }) => `/availability/${y}/${x}`);
  const server = await bench.watea('Wātea', bench.data.full, { PAGES_PER_SECOND: '100000', BASE_URL: ownOrigin });
  const rows = [...(await costs(server, permalinks, bench.isQuick)), ...(await besidePages(server, permalinks, bench))];
  await bench.stopContestants();
  return rows;
}

/** CPU time of all processes for one page. */
async function costs({ port, pid }: Contestant, permalinks: readonly string[], isQuick: boolean): Promise<Row[]> {
  const pages: readonly [what: string, targets: readonly string[], most: number][] = [
    ['the first page', ['/'], 1],
    ['permalinks, each once', permalinks, 8],
    ['a missing page', permalinks.map((_, at) => `/missing-${at}`), 1],
  ];
  const rows: Row[] = [];
  for (const [what, targets, most] of pages) {
    const load = { port, targets, from: visitors, connections: 4, perSecond: 50 };
    await flood({ ...load, seconds: 2 });
    const before = cpuSeconds([pid]);
    const { byStatus } = await flood({ ...load, targets: targets.toReversed(), seconds: isQuick ? 3 : 10 });
    const answers = Object.values(byStatus).reduce((sum, { count }) => sum + count, 0);
    const figure = ((cpuSeconds([pid]) - before) / answers) * 1000;
    const measured = `${figure.toFixed(2)} ms`;
    rows.push({
      what: `CPU of ${what}`,
      measured,
      against: `${answers} answers`,
      figure,
      unit: ' ms',
      goal: { most },
    });
  }
  return rows;
}

async function besidePages({ port, pid }: Contestant, permalinks: readonly string[], bench: Bench): Promise<Row[]> {
  const seconds = bench.isQuick ? 3 : 8;
  const quiet = () => flood({ ...registrar, port, seconds });
  const p99Of = ({ byStatus }: Awaited<ReturnType<typeof flood>>) => byStatus['200']?.p99Ms ?? Number.NaN;
  const anywhere = permalinks.slice(0, 2000).map((path) => path.split('/').slice(2) as [string, string]);
  const clients = { from: visitors, connections: 64 };
  const loads: Readonly<Record<string, Omit<FloodPlan, 'port' | 'seconds'>>> = {
    '2,000 pipelined on one connection': { targets: ['/'], from: ['127.8.0.1'], connections: 1, pipelined: 2000 },
    '64 clients of permalinks': { targets: permalinks, ...clients },
    '64 clients of previews': { targets: anywhere.map(([y, x]) => `/preview/${y}/${x}.png`), ...clients },
    '64 clients of areas': {
      targets: anywhere.map(([y, x]) => `/areas?from=${y},${x}&to=${Number(y) + 0.1},${Number(x) + 0.1}`),
      ...clients,
    },
    '64 clients of place search': { targets: ['/places?q=well', '/places?q=auck', '/places?q=a'], ...clients },
    'a flood of sign-ins': { targets: [signInRequest()], ...clients },
  };
  await quiet();
  const calm = p99Of(await quiet());
  const calmMegabytes = anonymousMegabytes([pid]);
  const rows: Row[] = [];
  for (const [what, load] of Object.entries(loads)) {
    const loading = flood({ ...load, port, seconds: seconds + 0.5 });
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, anonymousMegabytes([pid]));
    }, 250);
    const beside = p99Of(await quiet());
    clearInterval(watching);
    const { byStatus } = await loading;
    const answers = Object.entries(byStatus).map(([status, { count }]) => `${Math.round(count / seconds)}/s ${status}`);
    await sleep(settledAfterMs);
    const after = anonymousMegabytes([pid]) - calmMegabytes;
    rows.push({
      what: `p99 of a registrar beside ${what}`,
      measured: `${beside.toFixed(2)} ms`,
      against: `calm: ${calm.toFixed(2)} ms; ${answers.join(', ')}`,
      figure: beside - calm,
      unit: ' ms more',
      goal: { most: 20 },
    });
    rows.push({
      what: `memory of all processes beside ${what}`,
      measured: `${(most - calmMegabytes).toFixed(0)} MB more`,
      against: `10 s later: ${after.toFixed(0)} MB more`,
      figure: most - calmMegabytes,
      unit: ' MB',
      goal: { most: 150 },
    });
  }
  const after = anonymousMegabytes([pid]) - calmMegabytes;
  rows.push({
    what: '10 s after all these loads: memory of all processes',
    measured: `${after.toFixed(0)} MB more`,
    against: `before: ${calmMegabytes.toFixed(0)} MB`,
    figure: after,
    unit: ' MB',
    goal: { most: 100 },
  });
  return rows;
}

/** The form of the sign-in page, sent by somebody without an account. */
function signInRequest(): string {
  const body = JSON.stringify([{ email: 'nobody@example.nz', password: 'not the password' }]);
  return [
    'POST /admin/login HTTP/1.1',
    `Host: ${new URL(ownOrigin).host}`,
    `Origin: ${ownOrigin}`,
    `Next-Action: ${actionId({ file: 'app/admin/login/actions.ts', name: 'signIn' })}`,
    'Content-Type: text/plain;charset=UTF-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
