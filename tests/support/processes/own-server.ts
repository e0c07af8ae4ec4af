import { join } from 'node:path';
import { type Connection, openWriter } from '#db/client.ts';
import { addAllowedNetwork, addRegistrar } from '#tests/support/access.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { fixtureNow, fixtureSecret, seedFixture } from '#tests/support/fixture.ts';
import { type ServerProcess, type StartOptions, startServer } from './server-process.ts';

/** Does a change of a database file in one transaction. */
export type DatabaseChange = <T>(work: (connection: Connection) => T) => T;

/** A copy of the fixture, on which servers are started one after the other or together. */
export interface OwnFixture {
  readonly databaseFile: string;
  /** Changes it like another process, while servers run on it. */
  readonly change: DatabaseChange;
  /** Starts a server on it with these settings added to the usual ones. */
  start(settings?: Readonly<Record<string, string>>, options?: StartOptions): Promise<ServerProcess>;
  /** Stops every server started on it, which makes them print the rest of their output. */
  stopAll(): Promise<void>;
  /** Stops every server started on it, and removes it. */
  remove(): Promise<void>;
}

/** A test asks for more pages in a second than a person does, and on a fast machine for more than one may. */
export const usualSettings = {
  WATEA_NOW: fixtureNow,
  LOG_LEVEL: 'error',
  SECRET_KEY: fixtureSecret,
  PAGES_PER_SECOND: '100000',
};

/** How a test changes the file of a database while servers run on it, like another process. */
export function changeDatabase(databaseFile: string): DatabaseChange {
  return (work) => {
    const connection = openWriter(databaseFile);
    try {
      // in one transaction, or a server would see half of the change
      return connection.sqlite.transaction(() => work(connection)).immediate();
    } finally {
      connection.sqlite.close();
    }
  };
}

/** Makes a fixture for tests that change it, or that need a server with their own settings. */
export async function ownFixture(): Promise<OwnFixture> {
  const folder = makeFolder();
  const databaseFile = join(folder.path, 'watea.db');
  await seedFixture(databaseFile);
  const started: ServerProcess[] = [];
  const stopAll = async () => {
    await Promise.all(started.map((server) => server.stop()));
  };
  return {
    databaseFile,
    change: changeDatabase(databaseFile),
    async start(settings = {}, options) {
      const server = await startServer(
        { ...usualSettings, DATABASE_URL: `file:${databaseFile}`, ...settings },
        options,
      );
      started.push(server);
      return server;
    },
    stopAll,
    async remove() {
      await stopAll();
      folder.remove();
    },
  };
}

/** Allows networks for a new registrar. */
export function allowRegistrar(
  fixture: OwnFixture,
  { name, perSecond, networks }: { name: string; perSecond: number | null; networks: readonly string[] },
): void {
  fixture.change(({ db }) => {
    const registrarId = addRegistrar(db, name, perSecond, Date.now());
    for (const network of networks) addAllowedNetwork(db, { registrarId, network, note: '' }, Date.now());
  });
}
