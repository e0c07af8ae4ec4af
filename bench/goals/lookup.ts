import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Bench } from '#bench/bench.ts';
import { generatePoints } from '#bench/generated/points.ts';
import type { InProcess } from '#bench/in-process.ts';
import { type Spread, spreadOf } from '#bench/measure/measure.ts';
import { inTurn } from '#bench/measure/rounds.ts';
import { type Row, spreadText } from '#bench/measure/row.ts';
import { pointRequests } from './points.ts';

const run = promisify(execFile);

/** Look-ups inside a process, compared with a bare request and with SQLite's R-tree; and the size of the index. */
export async function lookupPart(bench: Bench): Promise<Row[]> {
  const { full, small, empty, settlements } = bench.data;
  const server = await bench.watea('Wātea', full);
  const requests = pointRequests(generatePoints(settlements, 2000));
  const bare = await bench.bareLike(server, requests);
  const [ofBare = []] = await inTurn([bare], requests, bench.effort);
  await bench.stopContestants();
  const one = spreadOf(ofBare, 'cpuMicroseconds');

  const asked = {
    full,
    small,
    empty,
    share: bench.scale.settlements,
    points: bench.points,
    rounds: bench.effort.rounds,
  };
  const { stdout } = await run(process.execPath, [`${import.meta.dirname}/../in-process.ts`, JSON.stringify(asked)]);
  return rowsOf(JSON.parse(stdout) as InProcess, one, bench.data);
}

function rowsOf(inProcess: InProcess, one: Spread, { seededFull, seededSmall }: Bench['data']): Row[] {
  const { lookup, lookupSmall, rtree, rtreePieces, rtreeDiffers, wholePolygons, gate } = inProcess;
  const perVertex = seededFull.indexBytes / seededFull.vertices;
  const indexSeconds = seededFull.indexMs / 1000;
  const against = { measured: spreadText(lookup, 'µs', 2), unit: ' ×' };
  const oneBare = `one bare request: ${spreadText(one, 'µs')}`;
  const differs = `${(rtreeDiffers * 1e6).toFixed(0)} of a million points differ by rounding`;
  return [
    {
      ...against,
      what: 'one look-up in the process',
      against: oneBare,
      figure: ratio(lookup, one),
      goal: { most: 0.25 },
    },
    {
      what: `R-tree over ${rtreePieces} pieces of ≤ 64 vertices; ${differs}`,
      measured: spreadText(rtree, 'µs'),
      against: `the look-up: ${spreadText(lookup, 'µs', 2)}`,
      figure: ratio(rtree, lookup),
      unit: ' ×',
      goal: { least: 3 },
    },
    {
      what: 'R-tree over whole polygons',
      measured: spreadText(wholePolygons, 'µs'),
      against: `the look-up: ${spreadText(lookup, 'µs', 2)}`,
      figure: ratio(wholePolygons, lookup),
      unit: ' ×',
      goal: undefined,
    },
    {
      ...against,
      what: `the look-up at ${seededFull.vertices} vertices`,
      against: `at ${seededSmall.vertices}: ${spreadText(lookupSmall, 'µs', 2)}`,
      figure: ratio(lookup, lookupSmall),
      goal: { most: 1.3 },
    },
    {
      what: 'key check, limit and usage count together',
      measured: spreadText(gate, 'µs', 2),
      against: oneBare,
      figure: ratio(gate, one),
      unit: ' ×',
      goal: { most: 0.25 },
    },
    {
      what: `index of ${seededFull.vertices} vertices`,
      measured: `${seededFull.indexBytes} bytes`,
      against: '',
      figure: perVertex,
      unit: ' bytes a vertex',
      goal: { most: 5.7 },
    },
    { what: 'building it', measured: '', against: '', figure: indexSeconds, unit: ' s', goal: { most: 30 } },
  ];
}

const ratio = (one: Spread, other: Spread) => one.median / other.median;
