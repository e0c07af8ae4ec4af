import type { Bench } from '#bench/bench.ts';
import { startWatea } from '#bench/contest/contestants.ts';
import { registeredNames } from '#bench/data.ts';
import { askedNames } from '#bench/generated/names.ts';
import { generatePoints } from '#bench/generated/points.ts';
import { anonymousMegabytes, type Spread, spreadOfValues } from '#bench/measure/measure.ts';
import { ask, inTurn } from '#bench/measure/rounds.ts';
import { type Row, spreadText } from '#bench/measure/row.ts';
import { pointRequests } from './points.ts';

/** Memory and start with all data, compared with an empty database. */
export async function processPart(bench: Bench): Promise<Row[]> {
  const { full, empty, settlements } = bench.data;
  const points = pointRequests(generatePoints(settlements, bench.points));
  const names = askedNames(registeredNames(bench.data), bench.points);
  const requests = {
    targets: points.targets.flatMap((target, at) => [target, `/1.0/availability?domains[]=${names[at]}`]),
    leastBytes: 40,
  };
  const droplist = { targets: ['/1.0/droplist'], headers: { 'Accept-Encoding': 'gzip' }, leastBytes: 2 };
  const memories: Spread[] = [];
  for (const file of [full, empty]) {
    const readings: number[] = [];
    for (let round = 0; round < bench.effort.starts; round++) {
      const server = await bench.watea('Wātea', file);
      await inTurn([server], droplist, { ...bench.effort, rounds: 1, secondsPerRun: 0.5 });
      await inTurn([server], requests, { ...bench.effort, rounds: 1 });
      readings.push(anonymousMegabytes(server.pids));
      await bench.stopContestants();
    }
    memories.push(spreadOfValues(readings));
  }
  const [withData, without] = memories as [Spread, Spread];

  const starts: [number[], number[]] = [[], []];
  for (let round = 0; round < bench.effort.starts; round++) {
    starts[0].push(await startSeconds(bench, full));
    starts[1].push(await startSeconds(bench, empty));
  }
  const [start, startEmpty] = starts.map(spreadOfValues) as [Spread, Spread];
  return [
    {
      what: 'anonymous memory, all data loaded and warm',
      measured: spreadText(withData, 'MB'),
      against: `empty database: ${spreadText(without, 'MB')}`,
      figure: withData.median - without.median,
      unit: ' MB more',
      goal: { most: 120 },
    },
    {
      what: 'start to the first answer',
      measured: spreadText(start, 's', 2),
      against: `empty database: ${spreadText(startEmpty, 's', 2)}`,
      figure: start.median / startEmpty.median,
      unit: ' ×',
      goal: { most: 1.5 },
    },
  ];
}

async function startSeconds(bench: Bench, databaseFile: string): Promise<number> {
  const startedAt = performance.now();
  const server = await startWatea('Wātea', { DATABASE_URL: `file:${databaseFile}` }, bench.file('log'));
  const [first = ''] = pointRequests(generatePoints(bench.data.fewSettlements, 1)).targets;
  const { status } = await ask(server.port, first);
  if (status !== 200) throw new Error(`The first answer was ${status}.`);
  const seconds = (performance.now() - startedAt) / 1000;
  await server.stop();
  return seconds;
}
