import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '#bench/bench.ts';
import { type Contestant, startWatea } from '#bench/contest/contestants.ts';
import type { OpenLoopReport, Question } from '#bench/contest/open-loop.ts';
import { benchKey } from '#bench/data.ts';
import { seedAccess } from '#bench/generated/seed.ts';
import { writeJaggedPolygons } from '#bench/jagged-polygons.ts';
import { type Spread, spreadOfValues } from '#bench/measure/measure.ts';
import { type Row, spreadText } from '#bench/measure/row.ts';
import { askMeanwhile } from '#bench/registry/load.ts';
import {
  importCommand,
  importOnce,
  type MeasuredImport,
  migrateAt,
  urbanAreas,
  urbanText,
  writeCopies,
  writeTown,
} from './import-command.ts';

/** Copies of the urban areas that make 9.5 million vertices. */
const copies = 12;

const ofUrban = ['--technology', 'Fibre', '--provider', 'Bench'];

interface Compared {
  readonly imports: readonly MeasuredImport[];
  /** `JSON.parse` of the same file, before and after each import, in milliseconds. */
  readonly parsed: Spread;
}

/** Imports by the command line at `nice 10`, in one process, from the start of that to published. */
export async function importPart({ effort, isQuick }: Bench): Promise<Row[]> {
  const folder = join(effort.folder, 'imports');
  mkdirSync(folder);
  const [jagged, large, town] = ['jagged', 'large', 'town'].map((name) => join(folder, `${name}.geojson`)) as [
    string,
    string,
    string,
  ];
  const text = urbanText();
  writeTown(text, town);
  writeJaggedPolygons(jagged, { polygons: isQuick ? 200 : 2000, vertices: isQuick ? 100_000 : 1_000_000 });
  writeCopies(text, isQuick ? 2 : copies, large);
  const rounds = { folder, rounds: isQuick ? 1 : effort.rounds };

  const ofJagged = compare(jagged, readFileSync(jagged, 'utf8'), rounds);
  const urban = compare(urbanAreas, text, rounds, ofUrban);
  const ofLarge = compare(large, '{}', rounds);
  const ofTown = deliver(large, town, rounds);
  const ofDistricts = spreadOfValues(measureDistricts(rounds));
  const { besideImport, besideComputing } = await latenciesBeside(join(folder, 'latency'), large);
  return [
    againstParse('jagged, overlapping polygons: file to published', ofJagged, 40),
    secondsRow('their figures after that', ofJagged.imports, 'figuresMs', 10),
    secondsRow('their map after that', ofJagged.imports, 'mapMs', 10),
    againstParse('the urban areas: file to published', urban, 12),
    secondsRow('many areas: file to published', ofLarge.imports, 'publishedMs', 40),
    {
      what: 'memory for that',
      measured: '',
      against: '',
      figure: Math.max(...ofLarge.imports.map(({ megabytes }) => megabytes)),
      unit: ' MB',
      goal: { most: 400 },
    },
    {
      what: 'their index',
      measured: `${ofLarge.imports[0]?.indexBytes} bytes`,
      against: '',
      unit: ' bytes a vertex',
      figure: bytesAVertex(ofLarge.imports[0]),
      goal: { most: 5.7 },
    },
    secondsRow('a delivery of one town onto them: file to published', ofTown, 'publishedMs', 3),
    secondsRow('its differences', ofTown, 'figuresMs', 1),
    {
      what: 'what reaches each of 65 districts',
      measured: spreadText(ofDistricts, 's', 1),
      against: '',
      figure: ofDistricts.median,
      unit: ' s',
      goal: { most: 60 },
      note: '901,200 vertices of borders',
    },
    {
      what: 'broadband API p99 beside an import',
      measured: `${besideImport.p99Ms.toFixed(1)} ms`,
      against: `beside a process that only computes at nice 10: ${besideComputing.p99Ms.toFixed(1)} ms`,
      figure: besideImport.p99Ms / besideComputing.p99Ms,
      unit: ' ×',
      goal: { most: 1.2 },
    },
  ];
}

interface Rounds {
  readonly folder: string;
  readonly rounds: number;
}

function compare(file: string, text: string, { folder, rounds }: Rounds, more: readonly string[] = []): Compared {
  const parses: number[] = [];
  const imports = Array.from({ length: rounds }, () => {
    const databaseFile = newDatabase(folder);
    parses.push(parseMs(text));
    const measured = importOnce(databaseFile, file, more);
    parses.push(parseMs(text));
    return measured;
  });
  return { imports, parsed: spreadOfValues(parses) };
}

/** Imports a town onto a large coverage, again and again from the same state. */
function deliver(large: string, town: string, { folder, rounds }: Rounds): MeasuredImport[] {
  const databaseFile = newDatabase(folder);
  importOnce(databaseFile, large);
  return Array.from({ length: rounds }, () => {
    const copy = join(folder, 'copy.db');
    copyFileSync(databaseFile, copy);
    const measured = importOnce(copy, town, ['--add']);
    rmSync(copy);
    return measured;
  });
}

/** Measures the territorial authorities on the large coverage that `deliver` leaves, in seconds. */
function measureDistricts({ folder, rounds }: Rounds): number[] {
  const env = { ...process.env, DATABASE_URL: `file:${join(folder, 'watea.db')}`, WATEA_DEMO: 'off' };
  const run = (...args: readonly string[]) => {
    const { status, stderr } = spawnSync(process.execPath, ['watea.ts', 'areas', ...args], { cwd: root, env });
    if (status !== 0) throw new Error(String(stderr));
  };
  return Array.from({ length: rounds }, () => {
    // areas that are replaced are measured again
    run('import', districts, '--name', 'name', '--as', 'Districts');
    const startedAt = performance.now();
    run('measure');
    return (performance.now() - startedAt) / 1000;
  });
}

function newDatabase(folder: string): string {
  const file = join(folder, 'watea.db');
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
  migrateAt(file);
  return file;
}

function parseMs(text: string): number {
  const startedAt = performance.now();
  JSON.parse(text);
  return performance.now() - startedAt;
}

function againstParse(what: string, { imports, parsed }: Compared, most: number): Row {
  const took = spreadOfValues(imports.map(({ publishedMs }) => publishedMs));
  return {
    what,
    measured: spreadText(took, 'ms', 0),
    against: `JSON.parse of the file: ${spreadText(parsed, 'ms', 0)}`,
    figure: took.median / parsed.median,
    unit: ' ×',
    goal: { most },
    note: `${imports[0]?.vertices} vertices`,
  };
}

function secondsRow(
  what: string,
  imports: readonly MeasuredImport[],
  figure: 'publishedMs' | 'figuresMs' | 'mapMs',
  most: number,
): Row {
  const took = spreadOfValues(imports.map((measured) => measured[figure] / 1000));
  return {
    what,
    measured: spreadText(took, 's', 2),
    against: '',
    figure: took.median,
    unit: ' s',
    goal: { most },
    note: `${imports[0]?.vertices} vertices`,
  };
}

function bytesAVertex(measured: MeasuredImport | undefined): number {
  return measured === undefined ? Number.NaN : measured.indexBytes / measured.vertices;
}

const root = `${import.meta.dirname}/../..`;
const districts = `${root}/../shared/data/nz-territorial-authorities.geojson.gz`;

const questions = Array.from({ length: 2000 }, (_, place): Question => {
  const [y, x] = [-46 + ((place * 7919) % 2000) / 182, 168 + ((place * 104_729) % 2000) / 200];
  const target = `/api/1.0/availability/yx/${y.toFixed(7)}/${x.toFixed(7)}?api_key=${benchKey}`;
  return { target, before: '', after: '' };
});

/** Latencies of the broadband API at a steady rate. */
interface Latencies {
  readonly besideImport: OpenLoopReport;
  /** Beside a process that only computes, at `nice 10` too, for as long as the import took. */
  readonly besideComputing: OpenLoopReport;
}

/** Asks a server while a file is imported and published at `nice 10`, and while another process only computes. */
async function latenciesBeside(folder: string, file: string): Promise<Latencies> {
  mkdirSync(folder, { recursive: true });
  const databaseFile = join(folder, 'watea.db');
  const own = { DATABASE_URL: `file:${databaseFile}`, WATEA_DEMO: 'off' };
  const env = { ...process.env, ...own };
  const nice = (args: readonly string[]) =>
    spawn('nice', ['-n', '10', process.execPath, ...args], { cwd: root, env, stdio: 'ignore' });
  seedAccess(databaseFile, benchKey, Date.now());
  importOnce(databaseFile, file, ['--delivery', 'One']);
  const server: Contestant = await startWatea('Wātea', own, join(folder, 'server.log'));
  try {
    const asked = { port: server.port, folder, questions };
    // until the server has warmed up
    await askMeanwhile(asked, () => sleep(2000));
    const startedAt = performance.now();
    const { report: besideImport } = await askMeanwhile(asked, () =>
      ended(nice(importCommand(file, ['--add', '--delivery', 'Two']))),
    );
    const tookMs = performance.now() - startedAt;
    const { report: besideComputing } = await askMeanwhile(asked, async () => {
      const computing = nice(['-e', 'for (;;);']);
      await sleep(tookMs);
      computing.kill('SIGKILL');
    });
    return { besideImport, besideComputing };
  } finally {
    await server.stop();
  }
}

async function ended(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
}
