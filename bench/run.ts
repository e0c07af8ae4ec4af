import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { droplistPart, namesPart } from '#bench/goals/names.ts';
import { isReached, type Row, saveResult, tableOf } from '#bench/measure/row.ts';
import { buildOnce } from '#scripts/build.ts';
import { benchBackup } from './backup.ts';
import { Bench } from './bench.ts';
import { fullScale, quickScale, seedData } from './data.ts';
import { allocationPart } from './goals/allocation.ts';
import { clusterPart } from './goals/cluster.ts';
import { figuresPart } from './goals/figures.ts';
import { importPart } from './goals/import.ts';
import { latencyPart } from './goals/latency.ts';
import { locksPart } from './goals/locks.ts';
import { lookupPart } from './goals/lookup.ts';
import { operationPart } from './goals/operation.ts';
import { oraclePart } from './goals/oracle.ts';
import { overloadPart } from './goals/overload.ts';
import { pagesPart } from './goals/pages.ts';
import { pointsPart } from './goals/points.ts';
import { processPart } from './goals/process.ts';
import { versionsPart } from './goals/versions.ts';
import { benchLighthouse } from './lighthouse/run.ts';
import { benchMap } from './map.ts';
import { benchRegister } from './registry/register.ts';
import { benchSearch } from './search.ts';
import { benchTiles } from './tiles.ts';

/**
 * `npm run bench` measures every goal and prints a table; `npm run bench -- names points` measures these parts.
 * `register`, `tiles`, `lighthouse`, `map`, `backup` and `search` are benchmarks of their own; `lighthouse map link` measures two of
 * its pages. `--quick` uses little data, takes less than 3 minutes and saves no result; `--data FOLDER` keeps the generated data there
 * for the next run.
 */
const goals: Record<string, (bench: Bench) => Promise<Row[]>> = {
  names: namesPart,
  points: pointsPart,
  versions: versionsPart,
  droplist: droplistPart,
  lookup: lookupPart,
  import: importPart,
  latency: latencyPart,
  overload: overloadPart,
  pages: pagesPart,
  allocation: allocationPart,
  locks: locksPart,
  operation: operationPart,
  cluster: clusterPart,
  process: processPart,
  oracle: oraclePart,
  figures: figuresPart,
};

const startedAt = new Date().toISOString();
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, data: { type: 'string' } },
});
const [first = '', second] = positionals;
const others: Record<string, () => Promise<void>> = {
  register: () => benchRegister(Number(second ?? 750_000)),
  tiles: benchTiles,
  lighthouse: () => benchLighthouse(positionals.slice(1)),
  map: benchMap,
  backup: () => benchBackup(Number(second ?? 750_000)),
  search: () => benchSearch(Number(second ?? 2_300_000)),
};
buildOnce();
await (others[first]?.() ?? benchGoals(positionals.length === 0 ? Object.keys(goals) : positionals));
process.exit();

async function benchGoals(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => goals[name] === undefined);
  if (unknown.length > 0)
    throw new Error(`Unknown part ${unknown.join(', ')}. The parts are ${Object.keys(goals).join(', ')}.`);
  const isQuick = options.quick === true;
  const folder = mkdtempSync(join(tmpdir(), 'watea-bench-'));
  // PostgreSQL runs as another user
  chmodSync(folder, 0o755);
  const scale = isQuick ? quickScale : fullScale;
  const effort = isQuick
    ? { rounds: 3, starts: 1, secondsPerRun: 0.25, connections: 16, folder }
    : { rounds: 5, starts: 5, secondsPerRun: 2, connections: 16, folder };
  const load = Number(loadavg()[0]?.toFixed(1));
  say('generating the data');
  const data = await seedData(options.data === undefined ? join(folder, 'data') : resolve(options.data), scale);
  const setup = `${machineText()}; ${scale.names} names, ${data.seededFull.vertices} vertices from ${data.source}; medians of ${effort.rounds} runs (least–most), ${effort.connections} connections`;
  const bench = new Bench(data, { scale, effort, isQuick, points: isQuick ? 5_000 : 200_000 });
  const stop = async () => {
    await bench.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop().then(() => process.exit(1)));
  const rows: Row[] = [];
  for (const name of names) {
    say(name);
    try {
      const own = (await goals[name]?.(bench)) ?? [];
      rows.push(...own);
      if (!isQuick) saveResult(name, { at: startedAt, load, setup, rows: own });
    } catch (fault) {
      // the other parts still count
      console.error(`${name} failed:`, fault);
      process.exitCode = 1;
      await bench.stopContestants();
    }
  }
  await stop();
  const missed = rows.filter((row) => isReached(row) === false);
  console.log(`${setup}; load ${load} at the start\n\n${tableOf(rows)}\n\n${missed.length} goals missed.`);
}

function machineText(): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = `${Math.round(totalmem() / 1e9)} GB`;
  return `${processor}, ${availableParallelism()} cores, ${memory}, Node ${process.version}`;
}

function say(what: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what} …\n`);
}
