import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '#bench/bench.ts';
import { anonymousMegabytes, cpuSeconds } from '#bench/measure/measure.ts';
import { ask } from '#bench/measure/rounds.ts';
import type { Row } from '#bench/measure/row.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { addAllowedNetwork, addRegistrar } from '#tests/support/access.ts';
import { ask as askFrom } from '#tests/support/http.ts';
import { commandOf, processTree, signalProcess } from '#tests/support/processes/process-tree.ts';
import { converse } from '#tests/support/processes/raw-answers.ts';
import { startServer } from '#tests/support/processes/server-process.ts';
import { tilePath } from '#tests/support/tiles.ts';

const newcomer = '127.6.0.9';
/** How many ask together, so that both workers answer. */
const asked = 6;

/** What an operator notices: how soon a change is in force, how long a stop takes, what a server costs that has nothing to do. */
export async function operationPart(bench: Bench): Promise<Row[]> {
  const databaseFile = `${bench.file('operated')}.db`;
  copyFileSync(bench.data.full, databaseFile);
  return [
    await changeRow(bench, databaseFile),
    await stopRow(databaseFile),
    await idleRow(databaseFile, bench.isQuick ? 3 : 20),
    await makerRow(bench, databaseFile),
    ...(await killRows(databaseFile)),
  ];
}

/** How long it takes until both workers let a new network in. */
async function changeRow(bench: Bench, databaseFile: string): Promise<Row> {
  const { port } = await bench.watea('Wātea, two workers', databaseFile, { WEB_CONCURRENCY: '2' });
  const areAll = async (status: number) => {
    const answers = Array.from({ length: asked }, () => askFrom(port, { target: '/1.0/droplist', from: newcomer }));
    return (await Promise.all(answers)).every((answered) => answered.status === status);
  };
  await areAll(403);
  const beforeAt = performance.now();
  await areAll(403);
  const refusedMs = performance.now() - beforeAt;
  const database = openDatabase(databaseFile);
  const registrarId = addRegistrar(database.writer.db, 'Newcomer', 100, Date.now());
  addAllowedNetwork(database.writer.db, { registrarId, network: `${newcomer}/32`, note: '' }, Date.now());
  const changedAt = performance.now();
  while (!(await areAll(200))) await sleep(5);
  const tookMs = performance.now() - changedAt;
  closeDatabase(database);
  await bench.stopContestants();
  return {
    what: 'a new network is let in by both workers after',
    measured: `${tookMs.toFixed(0)} ms`,
    against: `asking takes ${refusedMs.toFixed(0)} ms`,
    figure: tookMs - refusedMs,
    unit: ' ms more',
    goal: { most: 1000 },
  };
}

/** How long a server stops that has a request which never ends, compared with one without. */
async function stopRow(databaseFile: string): Promise<Row> {
  const secondsOf = async (isUnfinished: boolean) => {
    const server = await startServer({ DATABASE_URL: `file:${databaseFile}`, LOG_LEVEL: 'error' });
    const talk = await converse(server.port);
    if (isUnfinished)
      talk.write('POST /1.0/availability HTTP/1.1\r\nHost: x\r\nContent-Length: 19\r\nExpect: 100-continue\r\n\r\n');
    const startedAt = performance.now();
    const status = await server.stop();
    talk.end();
    if (status !== 0) throw new Error(`The server ended with ${status}.`);
    return (performance.now() - startedAt) / 1000;
  };
  const idle = await secondsOf(false);
  const unfinished = await secondsOf(true);
  return {
    what: 'a stop with a request that never ends takes',
    measured: `${unfinished.toFixed(1)} s`,
    against: `with an idle connection: ${idle.toFixed(1)} s`,
    figure: unfinished,
    unit: ' s',
    goal: { most: 11 },
  };
}

/** CPU of an idle server when the reader of its log has gone away, compared with one whose log is read. */
async function idleRow(databaseFile: string, seconds: number): Promise<Row> {
  const shareOf = async (isRead: boolean) => {
    const server = await startServer({ DATABASE_URL: `file:${databaseFile}`, LOG_LEVEL: 'debug' });
    if (!isRead) {
      server.child.stdout?.destroy();
      server.child.stderr?.destroy();
    }
    await ask(server.port, '/1.0/droplist');
    // what it does once after its start is not what an idle server costs
    await sleep(3000);
    const before = cpuSeconds([server.child.pid ?? 0]);
    await sleep(seconds * 1000);
    const share = ((cpuSeconds([server.child.pid ?? 0]) - before) / seconds) * 100;
    await server.stop();
    return share;
  };
  const [read, lost] = [await shareOf(true), await shareOf(false)];
  return {
    what: 'CPU of an idle server whose log has no reader any longer',
    measured: `${lost.toFixed(1)} % of a core`,
    against: `with a reader: ${read.toFixed(1)} %`,
    figure: lost - read,
    unit: ' % more',
    goal: { most: 3 },
  };
}

/** Memory of the process that makes tiles, after some, compared with the process of the APIs. */
async function makerRow(bench: Bench, databaseFile: string): Promise<Row> {
  const { port, pid } = await bench.watea('Wātea', databaseFile);
  for (const zoom of [6, 8, 10, 12])
    for (const ending of ['.mvt', '.png', '@2x.png']) await ask(port, `${tilePath(1, 174.77, -41.28, zoom)}${ending}`);
  const processes = processTree(pid);
  const own = (one: number) =>
    Number(/RssAnon:\s+(\d+)/.exec(readFileSync(join('/proc', String(one), 'status'), 'utf8'))?.[1]) / 1024;
  const maker = processes.filter((one) => commandOf(one).includes('maker-process')).map(own);
  const all = anonymousMegabytes([pid]);
  await bench.stopContestants();
  return {
    what: 'memory of the process that makes tiles',
    measured: `${(maker[0] ?? Number.NaN).toFixed(0)} MB`,
    against: `all processes: ${all.toFixed(0)} MB`,
    figure: maker[0] ?? Number.NaN,
    unit: ' MB',
    goal: { most: 100 },
  };
}

/** The longest that anybody waits when a process is killed, compared with the time before: 16 clients ask without pause. */
async function killRows(databaseFile: string): Promise<Row[]> {
  const server = await startServer({ DATABASE_URL: `file:${databaseFile}`, LOG_LEVEL: 'error', WEB_CONCURRENCY: '2' });
  const first = server.child.pid ?? 0;
  const running = (file: string) => processTree(first).filter((one) => commandOf(one).includes(file));
  const primary = () => processTree(first)[1];
  const workers = () => running('server.ts').filter((one) => one !== first && one !== primary());
  while (workers().length < 2) await sleep(50);
  const kinds = {
    'the primary': primary,
    'a worker': () => workers()[0],
    'the pages process': () => running('pages.ts')[0],
  };
  const rows: Row[] = [];
  for (const [what, find] of Object.entries(kinds)) {
    const waits: number[] = [];
    let isOver = false;
    const asking = Array.from({ length: 16 }, async () => {
      while (!isOver) {
        const askedAt = performance.now();
        // what the dead process held is lost; its caller asks again at once
        await ask(server.port, '/1.0/droplist').catch(() => undefined);
        waits.push(performance.now() - askedAt);
      }
    });
    await sleep(3000);
    const before = Math.max(...waits.splice(0));
    const killed = find() ?? 0;
    signalProcess(killed, 'SIGKILL');
    while (processTree(first).includes(killed) || workers().length < 2) await sleep(50);
    await sleep(3000);
    isOver = true;
    await Promise.all(asking);
    const longest = Math.max(...waits);
    rows.push({
      what: `${what} is killed: the longest that one of 16 clients waits`,
      measured: `${longest.toFixed(0)} ms`,
      against: `before: ${before.toFixed(0)} ms`,
      figure: longest,
      unit: ' ms',
      goal: { most: 1000 },
    });
  }
  await server.stop();
  return rows;
}
