import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce } from '../scripts/build.ts';
import { type Contestant, startBare, startWatea } from './contestants.ts';
import { benchKey, layBenchData } from './data.ts';
import { type Endpoint, endpoints } from './endpoints.ts';
import { type Measured, measure, spreadOf } from './measure.ts';
import { benchRegister } from './register.ts';
import { sampleAnswers } from './sample.ts';
import { benchTiles } from './tiles.ts';

if (process.argv.includes('tiles')) {
  buildOnce();
  await benchTiles();
  process.exit(0);
}

const quick = process.argv.includes('--quick');
const rounds = quick ? 3 : 5;
const connections = 16;
const warmUpSeconds = 2;

interface Row {
  endpoint: string;
  watea: Measured[];
  bare: Measured[];
}

/** Loads a contestant for two seconds; gives how many requests it then answers in about two more. */
async function warmUp(contestant: Contestant, targetsFile: string): Promise<number> {
  const until = performance.now() + warmUpSeconds * 1000;
  let rate = 0;
  while (performance.now() < until) {
    rate = (await measure(contestant, targetsFile, 4000, connections)).requestsPerSecond;
  }
  return Math.max(2000, Math.round((rate * (quick ? 1 : 2)) / 1000) * 1000);
}

async function compare(endpoint: Endpoint, folder: string, databaseFile: string): Promise<Row> {
  const targetsFile = join(folder, 'targets');
  const answersFile = join(folder, 'answers');
  writeFileSync(targetsFile, endpoint.targets(benchKey).join('\n'));
  const watea = await startWatea('Wātea', { DATABASE_URL: `file:${databaseFile}` }, join(folder, 'watea.log'));
  writeFileSync(answersFile, JSON.stringify(await sampleAnswers(watea.port, endpoint.targets(benchKey).slice(0, 200))));
  const bare = await startBare(answersFile, join(folder, 'bare.log'));
  const row: Row = { endpoint: endpoint.name, watea: [], bare: [] };
  try {
    const requests = await warmUp(watea, targetsFile);
    await warmUp(bare, targetsFile);
    for (let round = 0; round < rounds; round++) {
      // the order alternates, so that a machine that slows down does not favour one
      const order = round % 2 === 0 ? ([watea, bare] as const) : ([bare, watea] as const);
      for (const contestant of order) {
        row[contestant === watea ? 'watea' : 'bare'].push(
          await measure(contestant, targetsFile, requests, connections),
        );
      }
    }
  } finally {
    await Promise.all([watea.stop(), bare.stop()]);
  }
  return row;
}

function show(row: Row): string {
  const text = (runs: Measured[]) => {
    const cpu = spreadOf(runs, 'cpuMicroseconds');
    const rate = spreadOf(runs, 'requestsPerSecond');
    const share = spreadOf(runs, 'generatorShare');
    return `${cpu.median.toFixed(1)} (${cpu.least.toFixed(1)}–${cpu.most.toFixed(1)}) | ${Math.round(rate.median)} | ${Math.round(share.most * 100)} %`;
  };
  return `| ${row.endpoint} | ${text(row.watea)} | ${text(row.bare)} | ${ratioOf(row).toFixed(2)} × |`;
}

function ratioOf(row: Row): number {
  return spreadOf(row.watea, 'cpuMicroseconds').median / spreadOf(row.bare, 'cpuMicroseconds').median;
}

buildOnce();
if (process.argv[2] === 'register') {
  await benchRegister(Number(process.argv[3] ?? 750_000));
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), 'watea-bench-'));
try {
  const databaseFile = join(folder, 'watea.db');
  await layBenchData(databaseFile);
  const rows: Row[] = [];
  for (const endpoint of endpoints) rows.push(await compare(endpoint, folder, databaseFile));

  const machine = `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}`;
  console.log(
    `\n${machine}; medians of ${rounds} runs, ${connections} connections; Wātea logs every request, bare logs nothing\n`,
  );
  console.log(
    '| endpoint | Wātea: CPU µs a request | requests/s | generator | bare: CPU µs a request | requests/s | generator | CPU ratio |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const row of rows) console.log(show(row));
  const result = {
    machine,
    at: new Date().toISOString(),
    rounds,
    connections,
    rows: rows.map((row) => ({ ...row, cpuRatio: ratioOf(row) })),
  };
  writeFileSync(`${import.meta.dirname}/results.json`, `${JSON.stringify(result, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
