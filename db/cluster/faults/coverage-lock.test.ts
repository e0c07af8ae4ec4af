import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ifCoverageIsIdle, withCoverageLock } from '#db/broadband/lock.ts';
import { expectAlike, type TestNode, testNodes } from '#db/cluster/nodes.fixture.ts';
import { transact } from '#db/transaction.ts';
import { hasPostgres, type Postgres, startPostgres } from '#tests/support/cluster/postgres.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

describe.skipIf(!hasPostgres)('coverage is changed by one node at a time', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());

  const write = ({ writer }: TestNode) =>
    transact(
      writer,
      () => void writer.sqlite.exec("UPDATE generation SET value = value + 1 WHERE subject = 'coverage'"),
    );

  test('another node is refused meanwhile, and removes nothing as abandoned', async () => {
    const nodes = (await testNodes(postgres.url, 2)) as [TestNode, TestNode];
    const [first, second] = nodes;
    await withCoverageLock(first.writer, 0, async () => {
      await write(first);
      await expectAlike(nodes);
      expect(await ifCoverageIsIdle(second.writer, async () => {})).toBe(false);
      const refused = withCoverageLock(second.writer, 0, async () => {});
      await expect(refused).rejects.toMatchObject({ reason: { code: 'coverage-busy' } });
    });
    await waitUntil('the lease to be released', () => ifCoverageIsIdle(second.writer, async () => {}));
    await expectAlike(nodes);
  });

  test('who has lost the lease cannot write, and others of its process can', async () => {
    const [first] = (await testNodes(postgres.url, 1)) as [TestNode];
    const taken = Promise.withResolvers<void>();
    const working = withCoverageLock(first.writer, 0, async () => {
      await taken.promise;
      await write(first);
    });
    await waitUntil('the lease', () => first.reader.sqlite.prepare('SELECT 1 FROM lease').get() !== undefined);
    // what another node does after this one was silent for too long
    await transact(first.writer, () => void first.writer.sqlite.exec("UPDATE lease SET holder = 'other 1 x'"));
    taken.resolve();
    await expect(working).rejects.toMatchObject({ reason: { code: 'lease-lost' } });
    await write(first);
  });
});
