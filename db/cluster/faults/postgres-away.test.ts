import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  addRegistrar,
  codeOf,
  expectAlike,
  patiently,
  primaryOf,
  registrarsOf,
  schemaOf,
  type TestNode,
  testNodesAt,
} from '#db/cluster/nodes.fixture.ts';
import { hasPostgres, type Postgres, startPostgres } from '#tests/support/cluster/postgres.ts';
import { type CuttingProxy, cuttingProxy } from './cutting-proxy.fixture.ts';

/** How many changes are made at the same time; how soon they are refused is a row of the benchmark. */
const many = 12;

/** What a test has happen to PostgreSQL, and undoes. */
interface Away {
  readonly postgres: Postgres;
  readonly proxy: CuttingProxy;
}

describe.skipIf(!hasPostgres)('while PostgreSQL is away', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());

  /** Two nodes, the first of them behind a proxy. */
  async function start() {
    const urls = await schemaOf(postgres.url);
    const proxy = await cuttingProxy(primaryOf(urls, postgres));
    const nodes = (await testNodesAt([proxy.url, urls], { silenceMs: 600 })) as [TestNode, TestNode];
    await patiently(() => addRegistrar(nodes[0], 'before'));
    return { proxy, nodes };
  }

  /** How changes end that are made at the same time on a node. */
  const writeMany = (node: TestNode) =>
    Promise.all(Array.from({ length: many }, (_, at) => codeOf(addRegistrar(node, `refused ${at}`))));

  test.each([
    {
      how: 'because its server has ended',
      begin: ({ postgres: { primary } }: Away) => primary.kill(),
      end: ({ postgres: { primary } }: Away) => primary.start(),
    },
    {
      how: 'because no packet arrives',
      begin: ({ proxy }: Away) => proxy.block(true),
      end: ({ proxy }: Away) => proxy.block(false),
    },
    {
      how: 'because its server is stopped',
      begin: ({ postgres: { primary } }: Away) => primary.pause(),
      end: ({ postgres: { primary } }: Away) => primary.resume(),
    },
  ])('$how, changes at the same time are all refused before it is back, and later ones too', async ({ begin, end }) => {
    const { proxy, nodes } = await start();
    const away = { postgres, proxy };
    onTestFinished(() => postgres.primary.resume());
    await begin(away);
    // first by the connection that it had, then without one
    for (const _ of ['known', 'unknown']) {
      expect(new Set(await writeMany(nodes[0]))).toEqual(new Set(['cluster-away']));
    }
    expect(registrarsOf(nodes[0])).toEqual(['before']);
    await end(away);
    await patiently(() => addRegistrar(nodes[0], 'after'));
    await expectAlike(nodes);
    expect(registrarsOf(nodes[1])).toEqual(['before', 'after']);
  });

  test('a change that has not sent its commit is refused before the server is back, because it cannot be in the log', async () => {
    const { proxy, nodes } = await start();
    proxy.cutNext({ message: 'INSERT INTO watea_entry', when: 'before', thenBlock: true });
    expect(await codeOf(addRegistrar(nodes[0], 'refused'))).toBe('cluster-away');
    proxy.block(false);
    await patiently(() => addRegistrar(nodes[0], 'after'));
    await expectAlike(nodes);
    expect(registrarsOf(nodes[1])).toEqual(['before', 'after']);
  });
});
