import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { fixtureNow, fixtureSecret, seedFixture } from '#tests/support/fixture.ts';
import { startServer } from '#tests/support/processes/server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The ports of two servers on the fixture, the file of a third copy for handlers called directly, and the lanes by
     * which every test asks. The other lane has one smoke test for each endpoint.
     */
    contract: { server: number; next: number; databaseFile: string; lanes: readonly ('handler' | 'server' | 'next')[] };
  }
}

/** The settings of servers of the contract tests. */
export const contractSettings = {
  LOG_LEVEL: 'error',
  BASE_URL: 'http://localhost:3000',
  SECRET_KEY: fixtureSecret,
} as const;

/** Starts the servers of the contract tests, once for the whole run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeFolder();
  const files = ['server.db', 'next.db', 'handler.db'].map((name) => join(folder.path, name));
  await Promise.all(files.map(seedFixture));
  const settings = { ...contractSettings, WATEA_NOW: fixtureNow };
  const [server, next] = await Promise.all([
    startServer({ ...settings, DATABASE_URL: `file:${files[0]}` }),
    startServer({ ...settings, DATABASE_URL: `file:${files[1]}`, API_LANE: 'next' }),
  ]);
  project.provide('contract', {
    server: server.port,
    next: next.port,
    databaseFile: files[2] ?? '',
    lanes: project.name === 'contract' ? ['handler', 'server'] : ['server', 'next'],
  });
  return async () => {
    await Promise.all([server.stop(), next.stop()]);
    folder.remove();
  };
}
