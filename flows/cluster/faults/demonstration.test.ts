import { expect, onTestFinished, test } from 'vitest';
import { expectAlike, type TestNode, testNodes } from '#db/cluster/nodes.fixture.ts';
import { checkAuditLog, checkFile } from '#db/integrity.ts';
import { removeDemonstration, seedDemonstration } from '#flows/demonstration/seed.ts';
import { hasPostgres, startPostgres } from '#tests/support/cluster/postgres.ts';

test.skipIf(!hasPostgres)(
  'the demonstration, added on one node and removed on another, is the same on both',
  async () => {
    const postgres = await startPostgres();
    onTestFinished(() => postgres.remove());
    const nodes = (await testNodes(postgres.url, 2)) as [TestNode, TestNode];
    const [first, second] = nodes;
    const nowMs = Date.UTC(2026, 10, 23);
    expect(await seedDemonstration(first, first.node.databaseFile, nowMs)).toBe(true);
    await expectAlike(nodes);
    const count = 'SELECT (SELECT count(*) FROM domain) + (SELECT count(*) FROM coverage_part)';
    expect(second.reader.sqlite.prepare(count).pluck().get()).toBeGreaterThan(1000);
    expect(await removeDemonstration(second, second.node.databaseFile, nowMs)).toBe(true);
    await expectAlike(nodes);
    for (const { reader } of nodes) {
      expect(checkFile(reader)).toEqual([]);
      expect(checkAuditLog(reader)).not.toHaveProperty('fault');
    }
  },
);
