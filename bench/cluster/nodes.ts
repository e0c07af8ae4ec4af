/**
 * What a cluster of three nodes costs and how fast it is, on this machine, with a synchronous standby that writes to its
 * disk: CPU per request beside a single machine's, large imports until all nodes show them, changes of staff beside them,
 * and how soon a new node answers. Needs PostgreSQL and the shared data. Without arguments it measures all of it, otherwise only what is named:
 * `NAMES=750000 COPIES=1 node bench/cluster/nodes.ts requests names coverage base`
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { importCommand, urbanText, writeCopies } from '#bench/goals/import-command.ts';
import { cpuSeconds } from '#bench/measure/measure.ts';
import { generatedRegister } from '#bench/registry/feed.ts';
import { openReader } from '#db/client.ts';
import { type ServedNode, startNodes } from '#tests/support/cluster/nodes.ts';
import { startPostgres } from '#tests/support/cluster/postgres.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { keys, seedFixture } from '#tests/support/fixture.ts';
import { type ServerProcess, startServer } from '#tests/support/processes/server-process.ts';
import { startLoad } from '#tests/support/processes/steady-load.ts';
import { callAction, ownOrigin, signIn } from '#tests/support/staff/action.ts';

const folder = makeFolder();
const names = Number(process.env.NAMES ?? 750_000);
const copies = Number(process.env.COPIES ?? 1);
const rounds = 8;
const wanted = process.argv.slice(2);
const isWanted = (part: 'requests' | 'names' | 'coverage' | 'base') => wanted.length === 0 || wanted.includes(part);
/** Enough for the clock of CPU time, which ticks 100 times a second. */
const answersOfRound = 15_000;

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]?.toFixed(0);

const requests = {
  name: 'GET /1.0/availability?domains[]=active.nz HTTP/1.1\r\nHost: x\r\n\r\n',
  point: `GET /api/1.0/availability/yx/-41.05/174.05 HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${keys.plain}\r\n\r\n`,
} as const;

/** CPU microseconds of all processes of a server for an answer, of many. */
async function cpuOf({ port, child }: ServerProcess, request: string): Promise<number> {
  const clients = Array.from({ length: 8 }, () => Array<string>(25).fill(request));
  const load = startLoad({ port, clients, reconnects: true });
  const [before, answered] = [cpuSeconds([child.pid ?? 0]), load.answered()];
  while (load.answered() - answered < answersOfRound) await sleep(20);
  const [after, answeredAfter] = [cpuSeconds([child.pid ?? 0]), load.answered()];
  await load.stop();
  return ((after - before) * 1e6) / (answeredAfter - answered);
}

/** The ratio of the CPU of a node and of a single machine, which take turns. */
async function compareRequests(single: ServerProcess, node: ServerProcess): Promise<void> {
  for (const [what, request] of Object.entries(requests)) {
    await cpuOf(single, request);
    await cpuOf(node, request);
    const ratios: number[] = [];
    const costs: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      const isOdd = round % 2 === 1;
      const first = await cpuOf(isOdd ? node : single, request);
      const second = await cpuOf(isOdd ? single : node, request);
      const [alone, inCluster] = isOdd ? [second, first] : [first, second];
      costs[0].push(alone);
      costs[1].push(inCluster);
      ratios.push(inCluster / alone);
    }
    const sorted = ratios.toSorted((a, b) => a - b);
    const median = ((sorted[rounds / 2 - 1] ?? 0) + (sorted[rounds / 2] ?? 0)) / 2;
    console.log(
      `CPU of a ${what}: single ${percentile(costs[0], 0.5)} µs, node ${percentile(costs[1], 0.5)} µs, ratio ${median.toFixed(3)}`,
    );
  }
}

/** Waits until a question about its file has this answer on each node. */
async function untilSeen(nodes: readonly ServedNode[], sql: string, wanted: unknown): Promise<void> {
  const readers = nodes.map(({ databaseFile }) => openReader(databaseFile).sqlite);
  const statements = readers.map((sqlite) => sqlite.prepare(sql).pluck());
  while (!statements.every((statement) => statement.get() === wanted)) await sleep(50);
  for (const sqlite of readers) sqlite.close();
}

async function run(node: ServedNode, args: readonly string[]): Promise<void> {
  const env = { ...process.env, ...node.settings, WATEA_DEMO: 'off' };
  const child = spawn(process.execPath, args, {
    cwd: `${import.meta.dirname}/../..`,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}.`);
}

/** Runs an import on one node while staff change data on another. */
async function measureImport(what: string, nodes: readonly ServedNode[], args: readonly string[], editor: string) {
  const [importing, other] = nodes as [ServedNode, ServedNode];
  const reader = openReader(importing.databaseFile).sqlite;
  const published = "SELECT sum(value) FROM generation WHERE subject IN ('register', 'coverage')";
  const written: number[] = [];
  let refused = 0;
  let isOver = false;
  const addRegistrar = async (name: string) => {
    const values = [{ name, contactEmail: 'ops@example.nz', note: '', perSecond: '70', enabled: true }];
    const action = { file: 'app/admin/registrars/actions.ts', name: 'addRegistrar' } as const;
    const page = '/admin/registrars/new';
    return await callAction(other.server.port, { page, action, values, cookie: editor, origin: ownOrigin });
  };
  // the first one loads the page
  await addRegistrar(`${what}, first`);
  const staff = (async () => {
    for (let count = 0; !isOver; count++) {
      const began = performance.now();
      const result = await addRegistrar(`${what} ${count}`);
      if (result.ok === true) written.push(performance.now() - began);
      else refused++;
      await sleep(100);
    }
  })();
  const began = performance.now();
  await run(importing, args);
  const after = reader.prepare(published).pluck().get();
  await untilSeen(nodes, published, after);
  const seconds = (performance.now() - began) / 1000;
  isOver = true;
  await staff;
  reader.close();
  console.log(
    `${what}: on all three nodes after ${seconds.toFixed(1)} s; beside it a change of staff took p50 ${percentile(written, 0.5)} ms, p99 ${percentile(written, 0.99)} ms of ${written.length}, ${refused} refused`,
  );
}

const postgres = await startPostgres({ isDurable: true });
const singleFile = join(folder.path, 'single.db');
await seedFixture(singleFile);
let editor = '';
const bases = join(folder.path, 'bases');
const cluster = await startNodes(postgres.url, 3, {
  settings: { BASE_DIR: bases, BASE_URL: ownOrigin },
  prepare: (databaseFile) => {
    editor = signIn(databaseFile, 'editor');
  },
});
const { nodes } = cluster;
const [first, second] = nodes as [ServedNode, ServedNode];

async function measureRequests(): Promise<void> {
  const alone = { CLUSTER_URL: '', BASE_DIR: '', NODE_NAME: '', DATABASE_URL: `file:${singleFile}` };
  const single = await startServer({ ...first.settings, ...alone });
  await compareRequests(single, second.server);
  await single.stop();
}

async function measureNames(): Promise<void> {
  const register = join(folder.path, 'register.csv');
  const rows = [...generatedRegister(names)].map(({ rows: [, nightly] }) => nightly);
  writeFileSync(register, `domain,registered,cancel_date\n${rows.join('')}`);
  await measureImport(`${names} names`, nodes, ['watea.ts', 'register', 'import', register, '--json'], editor);
}

async function measureCoverage(): Promise<void> {
  const urban = join(folder.path, 'urban.geojson');
  writeCopies(urbanText(), copies, urban);
  await measureImport(`coverage, ${copies} × the urban areas`, nodes, importCommand(urban), editor);
}

/** Makes a base as the schedule does, and starts a node without a file. */
async function measureBase(): Promise<void> {
  await run(first, ['server/cluster/base-process.ts']);
  const began = performance.now();
  if (!existsSync(join(bases, 'bases.json'))) throw new Error('No base was made.');
  await cluster.add('node-4');
  console.log(`a new node with a base of all that: answers after ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

try {
  if (isWanted('requests')) await measureRequests();
  if (isWanted('names')) await measureNames();
  if (isWanted('coverage')) await measureCoverage();
  if (isWanted('base')) await measureBase();
} finally {
  await cluster.remove();
  await postgres.remove();
  folder.remove();
}
