import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildOnce } from '../scripts/build.ts';
import { Bench } from './bench.ts';
import { fullScale, layData, quickScale } from './data.ts';
import { droplistPart } from './goals/droplist.ts';
import { latencyPart } from './goals/latency.ts';
import { lookupPart } from './goals/lookup.ts';
import { namesPart } from './goals/names.ts';
import { oraclePart } from './goals/oracle.ts';
import { pointsPart } from './goals/points.ts';
import { processPart } from './goals/process.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchMap } from './map.ts';
import { benchRegister } from './register.ts';
import { isReached, type Row, tableOf } from './row.ts';
import { benchTiles } from './tiles.ts';

/**
 * `npm run bench`: all goals, as a table; their parts by name (`npm run bench -- names points`); `register`, `tiles`, `lighthouse` and `map`
 * measure something else. `--quick` takes a tenth of the data and ends within 3 minutes; `--data FOLDER` keeps what was
 * generated there for the next run.
 */
const goals: Record<string, (bench: Bench) => Promise<Row[]>> = {
  names: namesPart,
  points: pointsPart,
  droplist: droplistPart,
  lookup: lookupPart,
  latency: latencyPart,
  process: processPart,
  oracle: oraclePart,
};

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, data: { type: 'string' } },
});
const [first, second] = positionals;
if (first === 'register') {
  buildOnce();
  await benchRegister(Number(second ?? 750_000));
} else if (first === 'tiles') {
  buildOnce();
  await benchTiles();
} else if (first === 'lighthouse') {
  buildOnce();
  await benchLighthouse();
} else if (first === 'map') {
  buildOnce();
  await benchMap();
} else await benchGoals(positionals.length === 0 ? Object.keys(goals) : positionals);
process.exit(0);

async function benchGoals(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => goals[name] === undefined);
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}: ${Object.keys(goals).join(', ')}.`);
  buildOnce();
  const isQuick = options.quick === true;
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'watea-bench-'));
  const scale = isQuick ? quickScale : fullScale;
  const effort = { rounds: isQuick ? 3 : 5, secondsPerRun: isQuick ? 0.5 : 2, connections: 16, folder };
  say('laying the data');
  const data = await layData(options.data === undefined ? join(folder, 'data') : resolve(options.data), scale);
  const bench = new Bench(data, { scale, effort, points: isQuick ? 50_000 : 200_000 });
  const parts: Record<string, Row[]> = {};
  try {
    for (const name of names) {
      say(name);
      parts[name] = (await goals[name]?.(bench)) ?? [];
      console.log(`${tableOf(parts[name])}\n`);
    }
  } finally {
    await bench.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const minutes = Math.ceil((performance.now() - startedAt) / 6000) / 10;
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}`;
  const told = `${machine}; ${scale.names} names, ${data.laid.vertices} vertices from ${data.source}; medians of ${effort.rounds} (least–most), ${effort.connections} connections; load ${loadavg()[0]?.toFixed(1)} at the end; ${minutes} minutes`;
  const rows = Object.values(parts).flat();
  const missed = rows.filter((row) => isReached(row) === false);
  console.log(`${told}\n\n${tableOf(rows)}\n\n${missed.length} goals missed.`);
  if (!isQuick) remember(told, parts);
}

/** Writes the rows of these parts into the results; those of other parts stay as their last run left them. */
function remember(told: string, parts: Readonly<Record<string, readonly Row[]>>): void {
  const file = `${import.meta.dirname}/results.json`;
  const at = new Date().toISOString();
  const before = JSON.parse(readFileSync(file, 'utf8')) as { parts?: Record<string, unknown> };
  const measured = Object.fromEntries(Object.entries(parts).map(([name, rows]) => [name, { at, told, rows }]));
  writeFileSync(file, `${JSON.stringify({ parts: { ...before.parts, ...measured } }, null, 2)}\n`);
}

function say(what: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${what} …\n`);
}
