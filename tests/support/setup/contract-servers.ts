import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startBalancer } from '#tests/support/cluster/balancer.ts';
import { startNodes } from '#tests/support/cluster/nodes.ts';
import { startPostgres } from '#tests/support/cluster/postgres.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { fixtureNow, fixtureSecret, seedFixture } from '#tests/support/fixture.ts';
import { startServer } from '#tests/support/processes/server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The ports of two servers on the fixture, one for each lane, and the file of a third copy for handlers called directly. */
    contract: { server: number; next: number; databaseFile: string };
  }
}

/** Starts the servers of the contract tests, once for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeFolder();
  const files = ['server.db', 'next.db', 'handler.db'].map((name) => join(folder.path, name));
  await Promise.all(files.map(seedFixture));
  const settings = {
    WATEA_NOW: fixtureNow,
    LOG_LEVEL: 'error',
    BASE_URL: 'http://localhost:3000',
    SECRET_KEY: fixtureSecret,
  };
  const [server, next] = await Promise.all([
    process.env.WATEA_TEST_CLUSTER === '1'
      ? startCluster(settings)
      : startServer({ ...settings, DATABASE_URL: `file:${files[0]}` }),
    startServer({ ...settings, DATABASE_URL: `file:${files[1]}`, API_LANE: 'next' }),
  ]);
  project.provide('contract', { server: server.port, next: next.port, databaseFile: files[2] ?? '' });
  return async () => {
    await Promise.all([server.stop(), next.stop()]);
    folder.remove();
  };
}

/** `WATEA_TEST_CLUSTER=1`: three nodes in the place of the server, each of which gets every third connection. */
async function startCluster({ WATEA_NOW: _, ...settings }: Record<string, string>) {
  const postgres = await startPostgres();
  const { nodes, remove } = await startNodes(postgres.url, 3, { settings });
  const balancer = await startBalancer(nodes.map(({ server }) => server.port));
  return {
    port: balancer.port,
    async stop() {
      balancer.close();
      await remove();
      await postgres.remove();
    },
  };
}
