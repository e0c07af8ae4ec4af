import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

/**
 * `node bench/coverage-import.ts [FILE …]` measures an import by the command line from file to published, in one process
 * at `nice 10`, compared with `JSON.parse` of the urban areas in the same run, and its peak memory (needs GNU time).
 * Without a file it imports the urban areas of `../shared/data`.
 *
 * `node bench/coverage-import.ts --copies 25` imports one file with so many copies of them, each a bit further east.
 */
const root = `${import.meta.dirname}/..`;
const urbanAreas = `${root}/../shared/data/nz-urban-areas.geojson.gz`;
const asFibre = [
  ...['--technology', 'Fibre', '--provider', 'Bench', '--availability', 'Available', '--new-provider', '--publish'],
  ...['--min-down', '100', '--max-down', '950', '--min-up', '20', '--max-up', '500', '--json'],
];

function parseMs(text: string): number {
  const startedAt = performance.now();
  JSON.parse(text);
  return performance.now() - startedAt;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** One import into a new database. @returns milliseconds from start to exit of the process, and its peak in megabytes */
function importOnce(file: string): { ms: number; megabytes: number } {
  const folder = mkdtempSync(join(tmpdir(), 'watea-bench-'));
  try {
    const env = { ...process.env, DATABASE_URL: `file:${join(folder, 'watea.db')}` };
    spawnSync(process.execPath, ['watea.ts', 'migrate'], { cwd: root, env });
    const command = ['-f', '%M', 'nice', '-n', '10', process.execPath, 'watea.ts', 'coverage', 'import', file];
    const startedAt = performance.now();
    const { status, stderr } = spawnSync('/usr/bin/time', [...command, ...asFibre], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return { ms: performance.now() - startedAt, megabytes: Number(stderr.trim().split('\n').at(-1)) / 1024 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes a file of many copies, each 0.001 degree further east than the one before. */
function writeCopies(text: string, copies: number, path: string): void {
  const { features } = JSON.parse(text) as { features: { properties: object; geometry: object }[] };
  const file = openSync(path, 'w');
  writeSync(file, '{"type":"FeatureCollection","features":[');
  for (let copy = 0; copy < copies; copy++) {
    for (const [place, { geometry }] of features.entries()) {
      const shifted = JSON.stringify(geometry).replace(
        /\[(\d+\.?\d*),/g,
        (_, longitude: string) => `[${(Number(longitude) + copy / 1000).toFixed(7)},`,
      );
      writeSync(file, `${copy + place === 0 ? '' : ','}{"type":"Feature","properties":{},"geometry":${shifted}}`);
    }
  }
  writeSync(file, ']}');
  closeSync(file);
}

if (!existsSync(urbanAreas)) throw new Error(`The benchmark needs ${urbanAreas}.`);
const text = gunzipSync(readFileSync(urbanAreas)).toString();
const { values, positionals } = parseArgs({ options: { copies: { type: 'string' } }, allowPositionals: true });
const generated = join(mkdtempSync(join(tmpdir(), 'watea-bench-')), 'copies.geojson');
try {
  if (values.copies !== undefined) writeCopies(text, Number(values.copies), generated);
  const usual = values.copies === undefined ? [urbanAreas] : [generated];
  for (const file of positionals.length === 0 ? usual : positionals) measure(file, values.copies === undefined ? 3 : 1);
} finally {
  rmSync(dirname(generated), { recursive: true, force: true });
}

function measure(file: string, rounds: number): void {
  const parses: number[] = [];
  const imports: { ms: number; megabytes: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    parses.push(parseMs(text));
    imports.push(importOnce(file));
    parses.push(parseMs(text));
  }
  const [parsed, took] = [median(parses), median(imports.map(({ ms }) => ms))];
  const peak = Math.max(...imports.map(({ megabytes }) => megabytes));
  console.log(
    `${file}: ${Math.round(took)} ms, JSON.parse of the urban areas ${Math.round(parsed)} ms: ${(took / parsed).toFixed(1)} ×; at most ${Math.round(peak)} MB`,
  );
}
