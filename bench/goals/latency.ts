import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, writeFileSync } from 'node:fs';
import type { Bench } from '#bench/bench.ts';
import { writeRequests } from '#bench/contest/requests.ts';
import { generatePoints } from '#bench/generated/points.ts';
import { type Measured, measure, spreadOf } from '#bench/measure/measure.ts';
import { inTurn } from '#bench/measure/rounds.ts';
import { type Row, spreadText } from '#bench/measure/row.ts';
import { pointRequests } from './points.ts';

const connections = 64;

/** p99 at half of the highest rate, compared with bare at the same rate, at rest and while a coverage import runs. */
export async function latencyPart(bench: Bench): Promise<Row[]> {
  const { full, settlements } = bench.data;
  const requests = pointRequests(generatePoints(settlements, Math.min(bench.points, 100_000)));
  const databaseFile = `${bench.file('copy')}.db`;
  copyFileSync(full, databaseFile);
  const server = await bench.watea('Wātea', databaseFile);
  const bare = await bench.bareLike(server, requests);
  const [highest = []] = await inTurn([server], requests, { ...bench.effort, rounds: 3 });
  const rate = Math.round(spreadOf(highest, 'requestsPerSecond').median / 2);
  const file = bench.file('requests');
  writeRequests(file, requests);
  const seconds = bench.effort.secondsPerRun * 1.5;
  const plan = {
    file,
    connections,
    rate,
    requests: Math.ceil(rate * seconds),
    status: 200,
    leastBytes: requests.leastBytes,
  };
  const measureBoth = async () => {
    const [own, ofBare]: [Measured[], Measured[]] = [[], []];
    for (let round = 0; round < bench.effort.rounds; round++) {
      own.push(await measure(server, plan));
      ofBare.push(await measure(bare, plan));
    }
    return { own, ofBare };
  };
  const { own, ofBare } = await measureBoth();
  const importing = await whileImporting(bench, databaseFile, () => measureBoth());
  await bench.stopContestants();
  const against = spreadOf(ofBare, 'p99Ms');
  const beside = spreadOf(importing.ofBare, 'p99Ms');
  return [
    p99Row(
      `p99 of points at ${rate}/s, half of the highest rate`,
      own,
      `bare: ${spreadText(against, 'ms', 2)}`,
      against.median,
      { most: 3 },
    ),
    p99Row(
      'the same while a coverage import runs',
      importing.own,
      `bare without an import: ${spreadText(against, 'ms', 2)}`,
      against.median,
      { most: 6 },
    ),
    p99Row(
      'the same while a coverage import runs',
      importing.own,
      `bare beside the same import: ${spreadText(beside, 'ms', 2)}`,
      beside.median,
      undefined,
    ),
  ];
}

function p99Row(what: string, runs: readonly Measured[], against: string, divisor: number, goal: Row['goal']): Row {
  const own = spreadOf(runs, 'p99Ms');
  return { what, measured: spreadText(own, 'ms', 2), against, figure: own.median / divisor, unit: ' ×', goal };
}

/** Runs `work` while the command line imports the settlements at a higher niceness, one import after the other. */
async function whileImporting<T>(bench: Bench, databaseFile: string, work: () => Promise<T>): Promise<T> {
  const file = `${bench.file('import')}.geojson`;
  const features = bench.data.settlements.map((part) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Polygon', coordinates: part.map(degreesOf) },
  }));
  writeFileSync(file, JSON.stringify({ type: 'FeatureCollection', features }));
  const options = [
    '--technology',
    'Wireless',
    '--provider',
    'Import',
    '--availability',
    'Available',
    '--new-provider',
    '--replace',
    '--min-down',
    '1',
    '--max-down',
    '2',
    '--min-up',
    '1',
    '--max-up',
    '2',
    '--json',
  ];
  let imports: ChildProcess | undefined;
  let isOver = false;
  const importing = (async () => {
    while (!isOver) {
      imports = spawn('nice', ['-n', '10', process.execPath, 'watea.ts', 'coverage', 'import', file, ...options], {
        cwd: `${import.meta.dirname}/../..`,
        env: { ...process.env, DATABASE_URL: `file:${databaseFile}` },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [status] = await once(imports, 'exit');
      if (status !== 0 && !isOver) throw new Error(`The import ended with ${status}.`);
    }
  })();
  try {
    return await Promise.race([work(), importing.then(() => Promise.reject(new Error('The import ended.')))]);
  } finally {
    isOver = true;
    imports?.kill('SIGINT');
    await importing;
  }
}

function degreesOf(ring: Int32Array): [number, number][] {
  return Array.from({ length: ring.length / 2 }, (_, at) => [
    ((ring[2 * at] as number) + 1_800_000_000) / 1e7,
    (ring[2 * at + 1] as number) / 1e7,
  ]);
}
