import { dirname, join } from 'node:path';
import { copyDatabase } from '#tests/support/cluster/nodes.ts';
import { startPostgres } from '#tests/support/cluster/postgres.ts';
import { fixtureSecret } from '#tests/support/fixture.ts';
import { findFreePort, startServer } from '#tests/support/processes/server-process.ts';

/** What journeys are walked on: a server, or with `WATEA_TEST_CLUSTER=1` three nodes of a cluster. */
export interface Servers {
  /** By name, not by number: a passkey belongs to a host name. */
  readonly origins: readonly string[];
  stop(): Promise<void>;
}

/** What a server of a journey's own is started with, because it is no node of the cluster. */
export const singleMachine = { CLUSTER_URL: '', NODE_NAME: '', BASE_DIR: '' } as const;

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
  const folder = dirname(databaseFile);
  // place lists get to the other nodes through the folder of bases
  const ofCluster = { CLUSTER_URL: postgres.url, SECRET_KEY: fixtureSecret, BASE_DIR: join(folder, 'bases') };
  // commands, and what a journey writes itself, are of the first node
  const own = { ...ofCluster, ...settings, ...ofNode('node-1', databaseFile) };
  Object.assign(process.env, own);
  const servers = [await start(own)];
  for (const name of ['node-2', 'node-3']) {
    const file = join(folder, `${name}.db`);
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
