import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { towns } from '#lib/places/towns.ts';
import { type Contestant, startBare, startWatea } from './contest/contestants.ts';
import type { Requests } from './contest/requests.ts';
import { spreadOf } from './measure/measure.ts';
import { inTurn, sampleAnswers } from './measure/rounds.ts';
import { spreadText } from './measure/row.ts';
import { seedTileData } from './tiles-data.ts';

const endings = ['.png', '@2x.png', '.mvt'] as const;
const zooms = Array.from({ length: 13 }, (_, place) => place + 4);
const rounds = 3;
const connections = 16;
const large = towns.slice(0, 12);

/** The tile of the middle of a town. */
function target(
  { longitude, latitude }: { longitude: number; latitude: number },
  zoom: number,
  ending: string,
): string {
  const x = Math.floor(((longitude + 180) / 360) * 2 ** zoom);
  const y = Math.floor(((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2) * 2 ** zoom);
  return `/tiles/1/${zoom}/${x}/${y}${ending}`;
}

async function timeOf(port: number, path: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  await answer.arrayBuffer();
  if (answer.status !== 200 && answer.status !== 204) throw new Error(`${path} is ${answer.status}.`);
  return performance.now() - startedAt;
}

/** Anonymous memory of the processes that make tiles for a database in `folder`, in megabytes. */
function makerMegabytes(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)) return [];
        return [Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000];
      } catch {
        // the process has ended meanwhile
        return [];
      }
    });
}

async function cpuOf(contestant: Contestant, requests: Requests, name: string, folder: string): Promise<string> {
  const [runs = []] = await inTurn([contestant], requests, {
    rounds,
    starts: 1,
    secondsPerRun: 2,
    connections,
    folder,
  });
  return `${name}: ${spreadText(spreadOf(runs, 'cpuMicroseconds'), 'µs')} CPU a request`;
}

/** Times tiles that are not cached yet. */
async function benchCold(port: number): Promise<void> {
  // as a map does; it starts and warms the process that makes tiles
  await timeOf(port, '/tiles');
  await sleep(2500);
  await timeOf(port, target({ longitude: 170, latitude: -45 }, 4, '.mvt'));
  for (const ending of endings) {
    const cold = [...new Set(zooms.flatMap((zoom) => large.map((town) => target(town, zoom, ending))))];
    const times: number[] = [];
    for (const path of cold) times.push(await timeOf(port, path));
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(1);
    console.log(`cold ${ending}, ${times.length} tiles: median ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms`);
  }
}

/** CPU time of cached tiles, compared with empty answers. */
async function benchWarm(watea: Contestant, folder: string): Promise<void> {
  const warm = { targets: large.map((town) => target(town, 10, '.mvt')), leastBytes: 1 };
  const empty = {
    targets: Array.from({ length: 12 }, (_, at) => `/tiles/1/10/${at}/0.mvt`),
    status: 204,
    leastBytes: 0,
  };
  console.log(await cpuOf(watea, warm, 'a warm tile', folder));
  console.log(await cpuOf(watea, empty, 'an empty tile', folder));
  const answers = join(folder, 'answers');
  writeFileSync(answers, JSON.stringify(await sampleAnswers(watea.port, empty, 12)));
  const bare = await startBare(answers, join(folder, 'bare.log'));
  console.log(await cpuOf(bare, empty, 'the same empty answer from bare node:http', folder));
  await bare.stop();
}

/**
 * Measures cold tiles at ten million vertices, and warm ones compared with empty answers: for thirteen providers with
 * five technologies, and for thirteen providers that all have the technology of the requested tiles.
 */
export async function benchTiles(): Promise<void> {
  for (const technologyCount of [5, 1]) {
    const folder = mkdtempSync(join(tmpdir(), 'watea-bench-tiles-'));
    try {
      const databaseFile = join(folder, 'watea.db');
      const startedAt = performance.now();
      const vertices = await seedTileData(databaseFile, 13, technologyCount);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      console.log(
        `${vertices.toLocaleString('en-NZ')} vertices in 13 layers, technologies: ${technologyCount}; seeded in ${seconds} s`,
      );
      const watea = await startWatea('Wātea', { DATABASE_URL: `file:${databaseFile}` }, join(folder, 'watea.log'));
      await benchCold(watea.port);
      console.log(
        `memory of the process that makes them: ${makerMegabytes(folder).map(Math.round).join(', ')} MB (RssAnon)`,
      );
      await benchWarm(watea, folder);
      await watea.stop();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
