import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startBalancer } from '#tests/support/cluster/balancer.ts';
import { startNodes } from '#tests/support/cluster/nodes.ts';
import { hasPostgres, startPostgres } from '#tests/support/cluster/postgres.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { seedFixture } from '#tests/support/fixture.ts';
import startServers, { contractSettings } from './contract-servers.ts';

/**
 * Starts nodes of a cluster for the contract tests: three for the first lane, and one that answers through Next's router.
 * Without PostgreSQL the tests run on one machine once more.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!hasPostgres) return await startServers(project);
  const folder = makeFolder();
  const databaseFile = join(folder.path, 'handler.db');
  await seedFixture(databaseFile);
  const postgres = await startPostgres();
  const { nodes, remove } = await startNodes(postgres.url, 4, {
    settings: contractSettings,
    ofNode: { 'node-4': { API_LANE: 'next' } },
  });
  const [next = 0, ...ports] = nodes.map(({ server }) => server.port).toReversed();
  const balancer = await startBalancer(ports);
  project.provide('contract', { server: balancer.port, next, databaseFile, lanes: ['server', 'next'] });
  return async () => {
    await balancer.close();
    await remove();
    await postgres.remove();
    folder.remove();
  };
}
