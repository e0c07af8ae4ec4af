import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection } from '#db/client.ts';
import { expectAlike, type TestNode, testNodes } from '#db/cluster/nodes.fixture.ts';
import { transact } from '#db/transaction.ts';
import { hasPostgres, type Postgres, startPostgres } from '#tests/support/cluster/postgres.ts';

const addRegistrar = ({ writer }: { writer: Connection }, name: string) =>
  transact(writer, () => writer.sqlite.prepare('INSERT INTO registrar (name, created_at) VALUES (?, 1)').run(name));

const registrarNames = ({ reader }: TestNode) =>
  reader.sqlite.prepare('SELECT name FROM registrar ORDER BY name').pluck().all();

describe.skipIf(!hasPostgres)('a cluster of three nodes', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());

  test('what nodes write at the same time is on all of them, in one order', async () => {
    const nodes = await testNodes(postgres.url, 3);
    const names = Array.from({ length: 30 }, (_, at) => `Registrar ${at}`);
    await Promise.all(names.map((name, at) => addRegistrar(nodes[at % 3] as TestNode, name)));
    await expectAlike(nodes);
    for (const node of nodes) expect(registrarNames(node)).toEqual(names.toSorted());
  });

  test('a node that is far behind catches up before it writes', async () => {
    const [first, second] = (await testNodes(postgres.url, 2)) as [TestNode, TestNode];
    await second.follower.close();
    const names = Array.from({ length: 40 }, (_, at) => `Registrar ${at}`);
    for (const name of names) await addRegistrar(first, name);
    await addRegistrar(second, 'Registrar last');
    expect(registrarNames(second)).toEqual([...names, 'Registrar last'].toSorted());
  });
});
