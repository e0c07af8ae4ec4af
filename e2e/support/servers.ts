import { join } from 'node:path';
import Database from 'better-sqlite3';
import { startPostgres } from '#tests/support/cluster/postgres.ts';
import { fixtureSecret } from '#tests/support/fixture.ts';
import { findFreePort, startServer } from '#tests/support/processes/server-process.ts';

/** What journeys are walked on: a server, or with `WATEA_TEST_CLUSTER=1` three nodes of a cluster. */
export interface Servers {
  /** By name, not by number: a passkey belongs to a host name. */
  readonly origins: readonly string[];
  stop(): Promise<void>;
}

/** Each has a port of its own, which is part of its base address, against which each Origin is checked. */
async function start(settings: Readonly<Record<string, string>>) {
  const usual = { PORT: String(await findFreePort()), LOG_LEVEL: 'error', TRUSTED_PROXIES: '127.0.0.0/8, ::1' };
  return await startServer({ ...usual, ...settings });
}

/**
 * Starts the servers of a worker on `watea.db` in its folder, which its commands and files use too.
 *
 * @param settings what is set for them besides
 */
export async function startServers(folder: string, settings: Readonly<Record<string, string>>): Promise<Servers> {
  // each worker is a process: its commands and files find the database by this variable
  process.env.WATEA_E2E_FOLDER = folder;
  const databaseFile = join(folder, 'watea.db');
  if (process.env.WATEA_TEST_CLUSTER === '1') return await startNodes(databaseFile, settings);
  const server = await start({ DATABASE_URL: `file:${databaseFile}`, ...settings });
  return {
    origins: [`http://localhost:${server.port}`],
    async stop() {
      await server.stop();
    },
  };
}

async function startNodes(databaseFile: string, settings: Readonly<Record<string, string>>): Promise<Servers> {
  const postgres = await startPostgres();
  const ofNode = (name: string, file: string) => ({ NODE_NAME: name, DATABASE_URL: `file:${file}` });
  // commands, and what a journey writes itself, are of the first node
  const own = { CLUSTER_URL: postgres.url, SECRET_KEY: fixtureSecret, ...settings, ...ofNode('node-1', databaseFile) };
  Object.assign(process.env, own);
  const servers = [await start(own)];
  for (const name of ['node-2', 'node-3']) {
    const file = `${databaseFile}.${name}`;
    copyDatabase(databaseFile, file);
    servers.push(await start({ ...own, ...ofNode(name, file) }));
  }
  return {
    origins: servers.map(({ port }) => `http://localhost:${port}`),
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
      await postgres.remove();
    },
  };
}

/** Copies one state of a database that is in use. */
function copyDatabase(from: string, to: string): void {
  const database = new Database(from, { readonly: true });
  database.prepare('VACUUM INTO ?').run(to);
  database.close();
}
