import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openFileWriter } from '#db/client.ts';
import {
  addRegistrar,
  expectAlike,
  registrarsOf,
  schemaOf,
  type TestNode,
  testNodesAt,
} from '#db/cluster/nodes.fixture.ts';
import { Servers } from '#db/cluster/primary.ts';
import { lockHead, stepBack } from '#db/cluster/writing/head-lock.ts';
import { writePaced } from '#db/paced-write.ts';
import { transact } from '#db/transaction.ts';
import { hasPostgres, type Postgres, startPostgres } from '#tests/support/cluster/postgres.ts';

describe.skipIf(!hasPostgres)('who wants to write to the log', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());

  /** Two nodes, and somebody who has announced to write. */
  async function start() {
    const urls = await schemaOf(postgres.url);
    const nodes = (await testNodesAt([urls, urls])) as [TestNode, TestNode];
    const announced = await new Servers(urls, 'announced', 30_000).connect();
    onTestFinished(() => announced.close());
    await lockHead(announced, { lockMs: 5000, idleMs: 60_000, isAnnounced: true });
    await stepBack(announced);
    return { nodes, announced };
  }

  const addAsLargeData = ({ writer }: TestNode, name: string) => {
    const insert = 'INSERT INTO registrar (name, created_at) VALUES (?, 1)';
    return transact(writer, () => void writer.sqlite.prepare(insert).run(name), 'kill');
  };

  test('writes before the next entry of large data', async () => {
    const { nodes, announced } = await start();
    const [importing, other] = nodes;
    const large = addAsLargeData(importing, 'large data');
    await addRegistrar(other, 'staff');
    await announced.script('ROLLBACK');
    await large;
    await expectAlike(nodes);
    expect(registrarsOf(other)).toEqual(['staff', 'large data']);
  });

  test('stops large data for no longer than a second', async () => {
    const { nodes } = await start();
    await addAsLargeData(nodes[0], 'large data');
    await expectAlike(nodes);
    expect(registrarsOf(nodes[1])).toEqual(['large data']);
  });

  test('stops nobody while it applies what others have written', async () => {
    const urls = await schemaOf(postgres.url);
    const nodes = (await testNodesAt([urls, urls])) as [TestNode, TestNode];
    const [first, behind] = nodes;
    const large = randomBytes(100_000).toString('hex');
    const blocking = openFileWriter(behind.node.databaseFile).sqlite;
    blocking.exec('BEGIN IMMEDIATE');
    await addRegistrar(first, large);
    const writing = addRegistrar(behind, 'behind');
    await sleep(100);
    await addRegistrar(first, 'meanwhile');
    blocking.exec('ROLLBACK');
    blocking.close();
    await writing;
    await expectAlike(nodes);
    expect(registrarsOf(first)).toEqual([large, 'meanwhile', 'behind']);
  });

  test('does not wait for rows that take long: an entry of large data ends when its time is up', async () => {
    const [importing] = (await testNodesAt([await schemaOf(postgres.url)])) as [TestNode];
    const before = importing.node.sequence();
    const insert = importing.writer.sqlite.prepare('INSERT INTO registrar (name, created_at) VALUES (?, 1)');
    const items = Array.from({ length: 60 }, (_, at) => `slow ${at}`);
    await writePaced(importing.writer, items, (name) => {
      const until = performance.now() + 5;
      while (performance.now() < until);
      insert.run(name);
    });
    expect(importing.node.sequence() - before).toBeGreaterThan(2);
    expect(registrarsOf(importing)).toEqual(items);
  });
});
