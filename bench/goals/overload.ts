import { copyFileSync } from 'node:fs';
import type { Bench } from '#bench/bench.ts';
import type { Contestant } from '#bench/contest/contestants.ts';
import { type FloodPlan, type FloodReport, flood } from '#bench/contest/flood-plan.ts';
import { benchKey } from '#bench/data.ts';
import { anonymousMegabytes, cpuSeconds, spreadOfValues } from '#bench/measure/measure.ts';
import { type Row, spreadText } from '#bench/measure/row.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { addAllowedNetwork, addRegistrar } from '#tests/support/access.ts';
import { sendRaw } from '#tests/support/http.ts';

const name = '/1.0/availability?domains[]=example.co.nz';
const thousandNames = `/1.0/availability?${Array.from({ length: 1000 }, (_, at) => `domains[]=name-${at}.co.nz`).join('&')}`;
/** The address of a registrar without a limit, and of one with a limit of `quota` a second. */
const [unlimited, limited] = ['127.0.0.1', '127.5.0.1'];
const quota = 50;
/** Asks as callers do that keep to their limit. */
const quiet = { targets: [name], from: ['127.0.0.2'], connections: 4, perSecond: 50 };

/** Overload: what is accepted and what is refused, what refusing costs, and what one caller's load does to another (B11, B6). */
export async function overloadPart(bench: Bench): Promise<Row[]> {
  const databaseFile = `${bench.file('limited')}.db`;
  copyFileSync(bench.data.full, databaseFile);
  addLimitedRegistrar(databaseFile);
  const server = await bench.watea('Wātea', databaseFile);
  const other = await bench.watea('another process', databaseFile);
  const two = await bench.watea('Wātea, two workers', databaseFile, { WEB_CONCURRENCY: '2' });
  const seconds = bench.isQuick ? 2 : 5;
  for (const { port } of [server, two])
    await flood({ port, targets: [name], from: [unlimited], connections: 16, seconds: 2 });
  const rows = [
    ...(await refusals(server, seconds)),
    await packets(server),
    ...(await manyConnections(server, seconds)),
    ...(await besideOthers(server, other, seconds)),
    await excessOfTwo(two, seconds),
  ];
  await bench.stopContestants();
  return rows;
}

function addLimitedRegistrar(databaseFile: string): void {
  const database = openDatabase(databaseFile);
  try {
    const { db } = database.writer;
    const registrarId = addRegistrar(db, 'Limited', quota, Date.now());
    addAllowedNetwork(db, { registrarId, network: `${limited}/32`, note: '' }, Date.now());
  } finally {
    closeDatabase(database);
  }
}

/** CPU time of a refusal, compared with that of an answer. */
async function refusals({ port, pid }: Contestant, seconds: number): Promise<Row[]> {
  const microseconds = async (target: string, from: string) => {
    const before = cpuSeconds([pid]);
    const report = await flood({ port, targets: [target], from: [from], connections: 16, seconds });
    const answers = Object.values(report.byStatus).reduce((sum, { count }) => sum + count, 0);
    return ((cpuSeconds([pid]) - before) / answers) * 1e6;
  };
  const answer = await microseconds(name, unlimited);
  const long = await microseconds(thousandNames, unlimited);
  const row = (what: string, refusal: number, against: string, of: number): Row => ({
    what: `CPU of a refusal: ${what}`,
    measured: `${refusal.toFixed(1)} µs`,
    against: `${against}: ${of.toFixed(1)} µs`,
    figure: refusal / of,
    unit: ' ×',
    goal: { most: 0.33 },
  });
  const tooMany = await microseconds(name, limited);
  return [
    row('a name above the limit, 429', tooMany, 'a name', answer),
    row('1,000 names above the limit, 429', await microseconds(thousandNames, limited), '1,000 names', long),
    row(
      'an unknown key, 401 and 429',
      await microseconds('/api/1.0/availability/yx/-41/174?api_key=x', unlimited),
      'a name',
      answer,
    ),
  ];
}

/** Memory after packets of requests that are all sent at once. */
async function packets({ port, pid }: Contestant): Promise<Row> {
  const before = anonymousMegabytes([pid]);
  const get = 'GET /1.0/nothing HTTP/1.1\r\nHost: x\r\n';
  const packet = `${`${get}\r\n`.repeat(1999)}${get}Connection: close\r\n\r\n`;
  await Promise.all(Array.from({ length: 8 }, () => sendRaw(port, packet)));
  const after = anonymousMegabytes([pid]);
  return {
    what: 'eight packets of 2,000 requests: more memory',
    measured: `${(after - before).toFixed(0)} MB`,
    against: `before: ${before.toFixed(0)} MB`,
    figure: after - before,
    unit: ' MB',
    goal: { most: 150 },
  };
}

/** 1,000 connections that ask without pause. */
async function manyConnections({ port, pid }: Contestant, seconds: number): Promise<Row[]> {
  const before = anonymousMegabytes([pid]);
  const [report, beside] = await Promise.all([
    flood({ port, targets: [name], from: [unlimited], connections: 1000, seconds }),
    flood({ ...quiet, port, seconds }),
  ]);
  const after = anonymousMegabytes([pid]);
  const [answered = 0, refused = 0] = ['200', '503'].map((status) => beside.byStatus[status]?.count);
  const accepted = report.byStatus['200'];
  const shed = report.byStatus['503'];
  const rates = `${Math.round((accepted?.count ?? 0) / seconds)}/s answered, ${Math.round((shed?.count ?? 0) / seconds)}/s refused`;
  const row = (what: string, figure: number, most: number, unit: string): Row => ({
    what: `1,000 connections without pause: ${what}`,
    measured: `${figure.toFixed(1)}${unit}`,
    against: rates,
    figure,
    unit,
    goal: { most },
  });
  return [
    row('p99 of what is answered', accepted?.p99Ms ?? Number.NaN, 50, ' ms'),
    row('p99 of a 503', shed?.p99Ms ?? 0, 100, ' ms'),
    row('more memory', after - before, 150, ' MB'),
    row('a quiet caller is refused', (refused / (answered + refused)) * 100, 50, ' %'),
  ];
}

/** The p99 of a quiet caller beside another's load, compared with the same load on another process. */
async function besideOthers(server: Contestant, other: Contestant, seconds: number): Promise<Row[]> {
  const quietP99 = async (load?: Omit<FloodPlan, 'seconds'>) => {
    const loading = load && flood({ ...load, seconds: seconds + 0.5 });
    const p99 = p99Of(await flood({ ...quiet, port: server.port, seconds }));
    await loading;
    return p99;
  };
  const key = `/api/1.0/availability/yx/-41.05/174.05?api_key=${benchKey}`;
  const loads = {
    'a registrar far above its limit': { targets: [name], from: [limited], connections: 64 },
    'a key without pause': { targets: [key], from: ['127.6.0.1'], connections: 64 },
    '200 clients that ask 1,000 names each': { targets: [thousandNames], from: [unlimited], connections: 200 },
  };
  const rows: Row[] = [];
  for (const [what, load] of Object.entries(loads)) {
    const beside = await quietP99({ ...load, port: server.port });
    const elsewhere = await quietP99({ ...load, port: other.port });
    rows.push({
      what: `p99 of a quiet caller beside ${what}`,
      measured: `${beside.toFixed(2)} ms`,
      against: `the same on another process: ${elsewhere.toFixed(2)} ms`,
      figure: beside - elsewhere,
      unit: ' ms more',
      goal: { most: 5 },
    });
  }
  return rows;
}

/** How far two workers exceed a limit in a second, in shares of it for one worker. */
async function excessOfTwo({ port }: Contestant, seconds: number): Promise<Row> {
  const { admittedASecond } = await flood({
    port,
    targets: [name],
    from: [limited],
    connections: 32,
    seconds: seconds + 2,
  });
  const spread = spreadOfValues(admittedASecond);
  return {
    what: 'two workers, a caller far above its limit: more than the limit in a second',
    measured: `${spreadText(spread, 'a second', 0)}`,
    against: `limit: ${quota} a second; a share: ${quota / 2}`,
    figure: (spread.most - quota) / (quota / 2),
    unit: ' shares',
    goal: { most: 1 },
  };
}

const p99Of = ({ byStatus }: FloodReport) => byStatus['200']?.p99Ms ?? Number.NaN;
