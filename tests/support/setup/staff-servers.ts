import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { seedFixture } from '#tests/support/fixture.ts';
import { usualSettings } from '#tests/support/processes/own-server.ts';
import { startServer } from '#tests/support/processes/server-process.ts';
import { ownOrigin } from '#tests/support/staff/action.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the fixture as it was made, and for each worker the folder of its copy and the port of its server. */
    staff: { made: string; servers: readonly { readonly folder: string; readonly port: number }[] };
  }
}

/** Starts a server with two processes for each worker, once for the whole run (tests/support/staff/shared-fixture.ts). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const made = makeFolder();
  await seedFixture(join(made.path, 'watea.db'));
  const settings = { ...usualSettings, BASE_URL: ownOrigin, WEB_CONCURRENCY: '2' };
  const started = await Promise.all(
    Array.from({ length: project.vitest.config.maxWorkers }, async () => {
      const folder = makeFolder();
      cpSync(made.path, folder.path, { recursive: true });
      const server = await startServer({ ...settings, DATABASE_URL: `file:${join(folder.path, 'watea.db')}` });
      return { folder, server };
    }),
  );
  const servers = started.map(({ folder, server }) => ({ folder: folder.path, port: server.port }));
  project.provide('staff', { made: made.path, servers });
  return async () => {
    await Promise.all(started.map(({ server }) => server.stop()));
    for (const { folder } of started) folder.remove();
    made.remove();
  };
}
