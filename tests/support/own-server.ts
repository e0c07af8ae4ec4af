import { join } from 'node:path';
import { fixtureNow, fixtureSecret, layFixture } from './fixture.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { makeFolder } from './temporary-folder.ts';

/** A copy of the fixture that servers are started on, one after the other or several at once. */
export interface OwnFixture {
  readonly databaseFile: string;
  /** Starts a server on it with these settings beside the usual ones. */
  start(settings?: Readonly<Record<string, string>>): Promise<ServerProcess>;
  /** Stops every server that was started on it, and removes it. */
  remove(): Promise<void>;
}

/** Makes a fixture for tests that change it, or that need a server with settings of its own. */
export async function ownFixture(): Promise<OwnFixture> {
  const folder = makeFolder();
  const databaseFile = join(folder.path, 'watea.db');
  await layFixture(databaseFile);
  const started: ServerProcess[] = [];
  return {
    databaseFile,
    async start(settings = {}) {
      const server = await startServer({
        WATEA_NOW: fixtureNow,
        LOG_LEVEL: 'error',
        SECRET_KEY: fixtureSecret,
        DATABASE_URL: `file:${databaseFile}`,
        ...settings,
      });
      started.push(server);
      return server;
    },
    async remove() {
      await Promise.all(started.map((server) => server.stop()));
      folder.remove();
    },
  };
}
