import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAlike, type TestNode, testNodes } from '#db/cluster/nodes.fixture.ts';
import { databaseVersion, type MigrationStep, migrationSteps, newestVersion } from '#db/migrate.ts';
import { transact } from '#db/transaction.ts';
import { hasPostgres, type Postgres, startPostgres } from '#tests/support/cluster/postgres.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

describe.skipIf(!hasPostgres)('a migration is an entry of the log', () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());

  /** What a newer program does on the first of two nodes. */
  async function migrated(sql: string) {
    const nodes = (await testNodes(postgres.url, 2)) as [TestNode, TestNode];
    const step: MigrationStep = { version: newestVersion() + 1, name: '9999_next.sql', sql };
    await nodes[0].node.migrate([step]);
    return nodes;
  }

  test('a node whose program does not know it runs it if it is compatible, and goes on', async () => {
    const nodes = await migrated('-- compatible\nCREATE TABLE added (id INTEGER PRIMARY KEY, word TEXT);');
    const [first, second] = nodes;
    await transact(first.writer, () => first.writer.sqlite.exec("INSERT INTO added (word) VALUES ('one')"));
    await expectAlike(nodes);
    await transact(second.writer, () => second.writer.sqlite.exec("INSERT INTO added (word) VALUES ('two')"));
    await expectAlike(nodes);
    expect(databaseVersion(second.reader.sqlite)).toBe(newestVersion() + 1);
    expect(first.reader.sqlite.prepare('SELECT word FROM added').pluck().all()).toEqual(['one', 'two']);
  });

  test('any other stops that node there, which says so and still answers', async () => {
    const [first, second] = await migrated('DROP TABLE demonstration;');
    await transact(first.writer, () =>
      first.writer.sqlite.exec("UPDATE generation SET value = 7 WHERE subject = 'keys'"),
    );
    const stopped = await waitUntil('the node to stop', () => second.follower.state().stopped);
    expect(stopped).toEqual({ code: 'newer-schema', migration: '9999_next.sql' });
    await expect(transact(second.writer, () => undefined)).rejects.toMatchObject({
      reason: { code: 'cluster-newer-schema', migration: '9999_next.sql' },
    });
    expect(second.reader.sqlite.prepare("SELECT value FROM generation WHERE subject = 'keys'").pluck().get()).toBe(0);
    expect(databaseVersion(second.reader.sqlite)).toBe(newestVersion());
  });
});

test('migrations that are entries do the same on every node', () => {
  const steps = migrationSteps().filter(({ name }) => name >= '0053');
  expect(steps.length).toBeGreaterThan(0);
  for (const { sql } of steps)
    expect(sql).not.toMatch(/\b(?:random|randomblob|unixepoch|julianday|current_\w+)\b|'now'/i);
});
