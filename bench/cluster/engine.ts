/**
 * What the log of a cluster costs, on this machine: capturing a row, applying it, a write with a synchronous standby that
 * writes to its disk, and how soon another node has it. Needs PostgreSQL; all nodes are in this process.
 */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, openDatabase, openFileWriter } from '#db/client.ts';
import { Capture } from '#db/cluster/capture.ts';
import { Applier } from '#db/cluster/followed-file.ts';
import { Node } from '#db/cluster/node.ts';
import { migrate } from '#db/migrate.ts';
import { writePaced } from '#db/paced-write.ts';
import { transact } from '#db/transaction.ts';
import { decodeEntry } from '#lib/cluster/entry.ts';
import { startPostgres } from '#tests/support/cluster/postgres.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';

const rows = 100_000;
const nameOf = (at: number) => `name-${String((at * 7919) % 9_999_991).padStart(7, '0')}-${at}.co.nz`;
const insert = 'INSERT INTO domain (name, revision, registered) VALUES (?, 1000, ?)';
const folder = makeFolder();

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]?.toFixed(1);

function timed<T>(what: string, count: number, work: () => T): T {
  const began = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(began);
  console.log(`${what.padEnd(40)} ${((user + system) / count).toFixed(2)} µs of CPU a row`);
  return result;
}

function freshWriter(name: string): Connection {
  const writer = openFileWriter(join(folder.path, name));
  migrate(writer);
  writer.sqlite.pragma('synchronous = NORMAL');
  return writer;
}

/** Capturing and applying, without PostgreSQL. */
function measureRows(): void {
  const plain = freshWriter('plain.db').sqlite;
  const plainInsert = plain.prepare(insert);
  timed(
    'insert',
    rows,
    plain.transaction(() => {
      for (let at = 0; at < rows; at++) plainInsert.run(nameOf(at), at);
    }),
  );
  const { sqlite } = freshWriter('captured.db');
  const capture = new Capture(sqlite);
  const capturedInsert = sqlite.prepare(insert);
  const body = timed('insert and capture', rows, () => {
    sqlite.exec('BEGIN IMMEDIATE');
    capture.begin();
    for (let at = 0; at < rows; at++) capturedInsert.run(nameOf(at), at);
    const taken = capture.take();
    capture.end();
    sqlite.exec('COMMIT');
    return taken as Buffer;
  });
  const other = freshWriter('applied.db').sqlite;
  other.pragma('foreign_keys = OFF');
  const applier = new Applier(other);
  const entry = decodeEntry(body);
  if (entry.kind !== 'rows') throw new Error('An entry of rows was expected.');
  timed(
    'apply',
    rows,
    other.transaction(() => applier.apply(entry)),
  );
}

async function measureCluster(): Promise<void> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    const nodes = await Promise.all(['one', 'two'].map((node) => startNode(postgres.url, node)));
    const [one, two] = nodes as [StartedNode, StartedNode];
    await measureWrites(one, two);
    await measureStream(one, two);
    for (const { node, follower } of nodes) {
      await follower.close();
      await node.close();
    }
  } finally {
    await postgres.remove();
  }
}

interface StartedNode extends Awaited<ReturnType<typeof startNode>> {}

async function startNode(urls: string, name: string) {
  const node = new Node({ urls, allowAsync: false, node: name, databaseFile: join(folder.path, `node-${name}.db`) });
  if (name === 'two') {
    while (!(await isFounded())) await sleep(50);
    copyFileSync(join(folder.path, 'node-one.copy'), node.databaseFile);
  }
  await node.enter();
  if (name === 'one') {
    await node.close();
    copyFileSync(node.databaseFile, join(folder.path, 'node-one.copy'));
    founded = true;
  }
  const { writer, reader } = openDatabase(node.databaseFile, { wait: 'yielding' });
  node.attach(writer.sqlite);
  const seenAt = new Map<number, number>();
  const follower = node.follow((sequence) => seenAt.set(sequence, performance.now()));
  return { node, writer, reader, follower, seenAt };
}
let founded = false;
const isFounded = async () => founded;

async function measureWrites(one: StartedNode, two: StartedNode): Promise<void> {
  const [written, seen]: [number[], number[]] = [[], []];
  const update = one.writer.sqlite.prepare("UPDATE generation SET value = value + 1 WHERE subject = 'keys'");
  const cpu = process.cpuUsage();
  for (let count = 0; count < 300; count++) {
    const began = performance.now();
    await transact(one.writer, () => void update.run());
    const confirmed = performance.now();
    const sequence = one.node.sequence();
    written.push(confirmed - began);
    while (!two.seenAt.has(sequence)) await sleep(1);
    seen.push((two.seenAt.get(sequence) ?? 0) - confirmed);
  }
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `write: p50 ${percentile(written, 0.5)} ms, p99 ${percentile(written, 0.99)} ms; CPU of both nodes ${((user + system) / 300).toFixed(0)} µs`,
  );
  console.log(`on the other node: p50 ${percentile(seen, 0.5)} ms, p99 ${percentile(seen, 0.99)} ms later`);
}

async function measureStream(one: StartedNode, two: StartedNode): Promise<void> {
  const put = one.writer.sqlite.prepare(insert);
  const count = Number(process.env.ROWS ?? 200_000);
  const staff: number[] = [];
  let isOver = false;
  const beside = (async () => {
    const update = two.writer.sqlite.prepare("UPDATE generation SET value = value + 1 WHERE subject = 'keys'");
    while (!isOver) {
      const began = performance.now();
      await transact(two.writer, () => void update.run());
      staff.push(performance.now() - began);
      await sleep(100);
    }
  })();
  const began = performance.now();
  const before = one.node.sequence();
  await writePaced(
    one.writer,
    Array.from({ length: count }, (_, at) => at),
    (at) => void put.run(nameOf(at), at),
  );
  const wrote = performance.now();
  const last = one.node.sequence();
  isOver = true;
  await beside;
  while (two.node.sequence() < last) await sleep(5);
  const seconds = (performance.now() - began) / 1000;
  console.log(
    `${count} rows: written in ${((wrote - began) / 1000).toFixed(1)} s, on both nodes after ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} rows/s, ${last - before} entries`,
  );
  console.log(
    `a write on the other node beside it: p50 ${percentile(staff, 0.5)} ms, p99 ${percentile(staff, 0.99)} ms of ${staff.length}`,
  );
}

measureRows();
await measureCluster();
folder.remove();
