import { join } from 'node:path';
import Database from 'better-sqlite3';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { fixtureNow, fixtureSecret, seedFixture } from '#tests/support/fixture.ts';
import { type ServerProcess, startServer } from '#tests/support/processes/server-process.ts';

type Settings = Readonly<Record<string, string>>;

/** A node of a cluster: a server on a file of its own. */
export interface ServedNode {
  readonly name: string;
  readonly databaseFile: string;
  /** Replaced by `start`. */
  server: ServerProcess;
  /** Starts it again after it ended. */
  start(more?: Settings): Promise<void>;
}

/** Several nodes on one machine. */
export interface ServedNodes {
  readonly nodes: readonly ServedNode[];
  /** Stops every server, and removes their files. */
  remove(): Promise<void>;
}

/**
 * Starts nodes named `node-1`, `node-2` and so on: the first with the fixture, the others with a copy of its file. All have
 * the same clock.
 *
 * @param clusterUrl PostgreSQL
 */
export async function startNodes(clusterUrl: string, count: number, settings: Settings = {}): Promise<ServedNodes> {
  const folder = makeFolder();
  const usual: Settings = {
    CLUSTER_URL: clusterUrl,
    SECRET_KEY: fixtureSecret,
    WATEA_CLOCK_OFFSET_MS: String(Date.parse(fixtureNow) - Date.now()),
    LOG_LEVEL: 'error',
    ...settings,
  };
  const nodes: ServedNode[] = [];
  for (let number = 1; number <= count; number++) {
    const name = `node-${number}`;
    const databaseFile = join(folder.path, `${name}.db`);
    const [first] = nodes;
    if (first === undefined) await seedFixture(databaseFile);
    else copyDatabase(first.databaseFile, databaseFile);
    const own = { ...usual, NODE_NAME: name, DATABASE_URL: `file:${databaseFile}` };
    const node: ServedNode = {
      name,
      databaseFile,
      server: await startServer(own),
      async start(more = {}) {
        node.server = await startServer({ ...own, ...more });
      },
    };
    nodes.push(node);
  }
  return {
    nodes,
    async remove() {
      await Promise.all(nodes.map(({ server }) => server.stop()));
      folder.remove();
    },
  };
}

/** Copies one state of a database that is in use. */
function copyDatabase(from: string, to: string): void {
  const database = new Database(from, { readonly: true });
  database.prepare('VACUUM INTO ?').run(to);
  database.close();
}
