import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Contestant, startWatea } from './contest/contestants.ts';
import type { OpenLoopReport, Question } from './contest/open-loop.ts';
import { benchKey } from './data.ts';
import { seedAccess } from './generated/seed.ts';
import { askMeanwhile, requestsPerSecond } from './registry/load.ts';

/**
 * `node bench/coverage-latency.ts` measures the latency of the broadband API at a steady rate, at rest and while the
 * command line imports the urban areas of `../shared/data` for another provider at `nice 10` and publishes them.
 */
const root = `${import.meta.dirname}/..`;
const urbanAreas = `${root}/../shared/data/nz-urban-areas.geojson.gz`;

const questions = Array.from({ length: 2000 }, (_, place): Question => {
  const [y, x] = [-46 + ((place * 7919) % 2000) / 182, 168 + ((place * 104_729) % 2000) / 200];
  const target = `/api/1.0/availability/yx/${y.toFixed(7)}/${x.toFixed(7)}?api_key=${benchKey}`;
  return { target, before: '', after: '' };
});

/** The arguments that import the urban areas for a provider. */
const importFor = (provider: string) => [
  ...['watea.ts', 'coverage', 'import', urbanAreas, '--technology', 'Fibre', '--provider', provider],
  ...['--availability', 'Available', '--new-provider', '--publish', '--add'],
  ...['--min-down', '100', '--max-down', '950', '--min-up', '20', '--max-up', '500', '--delivery', provider],
];

if (!existsSync(urbanAreas)) throw new Error(`The benchmark needs ${urbanAreas}.`);
const folder = mkdtempSync(join(tmpdir(), 'watea-bench-latency-'));
const databaseFile = join(folder, 'watea.db');
const own = { DATABASE_URL: `file:${databaseFile}`, WATEA_DEMO: 'off' };
const env = { ...process.env, ...own };
let server: Contestant | undefined;
try {
  seedAccess(databaseFile, benchKey, Date.now());
  const { status, stderr } = spawnSync(process.execPath, importFor('One'), { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  server = await startWatea('Wātea', own, join(folder, 'server.log'));
  const asked = { port: server.port, folder, questions };
  // until the server has warmed up
  await askMeanwhile(asked, () => sleep(2000));
  const { report: atRest } = await askMeanwhile(asked, () => sleep(8000));
  const { report: meanwhile } = await askMeanwhile(asked, async () => {
    const command = ['-n', '10', process.execPath, ...importFor('Two')];
    const child = spawn('nice', command, { cwd: root, env, stdio: 'ignore' });
    const [ended] = await once(child, 'exit');
    if (ended !== 0) throw new Error(`The import ended with ${ended}.`);
  });
  console.log(`load ${loadavg()[0]?.toFixed(1)}; ${requestsPerSecond} requests/s`);
  printReport('at rest', atRest);
  printReport('during an import', meanwhile);
  console.log(`p99: ${(meanwhile.p99Ms / atRest.p99Ms).toFixed(2)} × that at rest`);
} finally {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
}

function printReport(when: string, { p50Ms, p99Ms, mostMs, p99LateMs, answers, wrong }: OpenLoopReport): void {
  const times = `half ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, most ${mostMs.toFixed(0)} ms`;
  console.log(
    `${when}: ${times}; sent late by ${p99LateMs.toFixed(1)} ms; ${answers} answers, ${wrong} of them faults`,
  );
}
