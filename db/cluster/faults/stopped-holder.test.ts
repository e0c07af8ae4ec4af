import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  addRegistrar,
  expectAlike,
  nodeOf,
  registrarsOf,
  schemaOf,
  startNode,
  type TestNode,
  testNodesAt,
} from '#db/cluster/nodes.fixture.ts';
import { Lease } from '#db/jobs/lease.ts';
import { transact } from '#db/transaction.ts';
import { hasPostgres, type Postgres, startPostgres } from '#tests/support/cluster/postgres.ts';
import type { Order, Report } from '#tests/support/cluster/writing-node.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { tries } from '#tests/support/long.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const script = `${import.meta.dirname}/../../../tests/support/cluster/writing-node.ts`;

/** A node in a process of its own. */
interface ProcessNode {
  readonly databaseFile: string;
  readonly child: ChildProcess;
  /** What it has reported. */
  readonly reports: readonly Report[];
  order(order: Order): void;
  /** The next report after those that were read. */
  next(): Promise<Report>;
}

describe.skipIf(!hasPostgres)('a process of a node', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());

  /** Two nodes, one of them in another process. */
  async function startNodes() {
    const urls = await schemaOf(postgres.url);
    const [own] = (await testNodesAt([urls])) as [TestNode];
    const folder = makeFolder();
    onTestFinished(() => folder.remove());
    const databaseFile = `${folder.path}/other.db`;
    own.writer.sqlite.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(own.node.databaseFile, databaseFile);
    const other = await startProcess(urls, databaseFile);
    return { urls, own, other };
  }

  async function startProcess(urls: string, databaseFile: string): Promise<ProcessNode> {
    const child = fork(script, [urls, databaseFile]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const reports: Report[] = [];
    let read = 0;
    child.on('message', (report: Report) => reports.push(report));
    const next = async (): Promise<Report> => {
      while (reports.length <= read) await once(child, 'message');
      return reports[read++] as Report;
    };
    await next();
    return { databaseFile, child, reports, order: (order) => void child.send(order), next };
  }

  /** Follows with the file of a process that has ended. */
  async function reopen(urls: string, { databaseFile }: ProcessNode): Promise<TestNode> {
    const node = nodeOf(urls, databaseFile);
    await node.enter();
    const opened = startNode(node);
    onTestFinished(async () => {
      await opened.follower.close();
      await node.close();
      for (const { sqlite } of [opened.reader, opened.writer]) sqlite.close();
    });
    return opened;
  }

  /** Takes a lease whose holder has been silent for more than 15 seconds. */
  async function takeOver({ writer }: TestNode, lease: Lease): Promise<void> {
    await transact(writer, () => void writer.sqlite.prepare('UPDATE lease SET beat_at = beat_at - 16000').run());
    expect(await lease.hold()).toBe(true);
  }

  test('that was stopped while it had a lease is refused when it wakes up', async () => {
    const { urls, own, other } = await startNodes();
    const lease = new Lease(own.writer, 'release job');
    for (let time = 0; time < tries(3, 100); time++) {
      await hold(other);
      other.order({ what: 'write', name: `in time ${time}` });
      expect(await other.next()).toEqual({ done: `in time ${time}` });
      other.child.kill('SIGSTOP');
      other.order({ what: 'write', name: `too late ${time}` });
      await takeOver(own, lease);
      await addRegistrar(own, `by the new holder ${time}`);
      other.child.kill('SIGCONT');
      expect(await other.next()).toEqual({ code: 'lease-lost' });
      await lease.release();
    }
    other.child.kill('SIGKILL');
    await expectAlike([own, await reopen(urls, other)]);
    expect(registrarsOf(own).filter((name) => name.startsWith('too late'))).toEqual([]);
  });

  test('that was stopped inside a transaction stops the others no longer than PostgreSQL waits, and is refused', async () => {
    const { urls, own, other } = await startNodes();
    const lease = new Lease(own.writer, 'release job');
    await hold(other);
    other.order({ what: 'stop inside', name: 'too late' });
    await waitUntilStopped(other.child);
    // in the long run PostgreSQL ends the session after 10 s without a statement
    if (tries(0, 1) === 0) await endIdleTransactions();
    await takeOver(own, lease);
    await addRegistrar(own, 'by the new holder');
    other.child.kill('SIGCONT');
    expect(await other.next()).toEqual({ code: 'cluster-away' });
    other.order({ what: 'write', name: 'later' });
    expect(await other.next()).toEqual({ code: 'lease-lost' });
    other.child.kill('SIGKILL');
    await expectAlike([own, await reopen(urls, other)]);
    expect(registrarsOf(own)).toEqual(['by the new holder']);
  });

  test('that is killed while it writes has lost nothing that it had confirmed', async () => {
    const { urls, own, other } = await startNodes();
    let killed = other;
    for (let time = 0; time < tries(2, 30); time++) {
      killed.order({ what: 'write on', name: `time ${time}` });
      for (let count = 0; count < 5; count++) await killed.next();
      await sleep(Math.random() * 100);
      const ended = once(killed.child, 'exit');
      killed.child.kill('SIGKILL');
      await ended;
      await addRegistrar(own, `after ${time}`);
      const found = new Set(registrarsOf(own));
      const confirmed = killed.reports.flatMap((report) => ('done' in report ? [report.done] : []));
      expect(confirmed.filter((name) => name !== 'started' && !found.has(name))).toEqual([]);
      killed = await startProcess(urls, other.databaseFile);
    }
    killed.child.kill('SIGKILL');
    await expectAlike([own, await reopen(urls, other)]);
  });

  /** Has it take the lease, once it has followed that nobody else has it. */
  async function hold(node: ProcessNode): Promise<void> {
    for (let held: Report | undefined; !(held !== undefined && 'done' in held && held.done === 'held: true'); ) {
      node.order({ what: 'hold' });
      held = await node.next();
    }
  }

  async function endIdleTransactions(): Promise<void> {
    const idle = "state = 'idle in transaction' AND application_name LIKE 'watea %'";
    await postgres.primary.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${idle}`);
  }
});

/** Waits until a process has stopped. */
const waitUntilStopped = ({ pid }: ChildProcess) =>
  waitUntil('the process to stop', () => /\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
