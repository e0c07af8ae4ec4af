import { copyFileSync, cpSync, existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { dataFolder } from '#db/open-data/data-folder.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { fixtureNowMs, fixtureSecret, seedFixture } from '#tests/support/fixture.ts';
import { type ServerProcess, startServer } from '#tests/support/processes/server-process.ts';

type Settings = Readonly<Record<string, string>>;

/** A node of a cluster: a server on a file of its own. */
export interface ServedNode {
  readonly name: string;
  readonly databaseFile: string;
  /** Of its environment; commands run on the node with them. */
  readonly settings: Settings;
  /** Replaced by `start`. */
  server: ServerProcess;
  /** Starts it again after it ended. */
  start(more?: Settings): Promise<void>;
}

/** Several nodes on one machine. */
export interface ServedNodes {
  readonly nodes: readonly ServedNode[];
  /** Adds a node without a file. */
  add(name: string): Promise<ServedNode>;
  /** Stops every server, and removes their files. */
  remove(): Promise<void>;
}

/** How the nodes of a test are set up. */
export interface NodesOptions {
  readonly settings?: Settings;
  /** More settings of single nodes, by their names. */
  readonly ofNode?: Readonly<Record<string, Settings>>;
  /** Where the programs of single nodes are, if not in this project. */
  readonly folders?: Readonly<Record<string, string>>;
  /** Adds to the fixture before the first node founds the cluster with it. */
  readonly prepare?: (databaseFile: string) => Promise<void> | void;
}

/**
 * Starts nodes named `node-1`, `node-2` and so on: the first with the fixture, the others with a copy of its file. All have
 * the same clock.
 *
 * @param clusterUrl PostgreSQL
 */
export async function startNodes(
  clusterUrl: string,
  count: number,
  { settings = {}, ofNode = {}, folders = {}, prepare }: NodesOptions = {},
): Promise<ServedNodes> {
  const folder = makeFolder();
  const usual: Settings = {
    CLUSTER_URL: clusterUrl,
    SECRET_KEY: fixtureSecret,
    WATEA_CLOCK_OFFSET_MS: String(fixtureNowMs - Date.now()),
    LOG_LEVEL: 'error',
    ...settings,
  };
  const fileOf = (name: string) => join(folder.path, `${name}.db`);
  async function startNode(name: string): Promise<ServedNode> {
    const databaseFile = fileOf(name);
    const own = { ...usual, ...ofNode[name], NODE_NAME: name, DATABASE_URL: `file:${databaseFile}` };
    const node: ServedNode = {
      name,
      databaseFile,
      settings: own,
      server: await startServer(own, { folder: folders[name] }),
      async start(more = {}) {
        node.server = await startServer({ ...own, ...more }, { folder: folders[name] });
      },
    };
    return node;
  }
  const names = Array.from({ length: count }, (_, at) => `node-${at + 1}`);
  const [firstName = '', ...otherNames] = names;
  await seedFixture(fileOf(firstName));
  await prepare?.(fileOf(firstName));
  const first = await startNode(firstName);
  for (const name of otherNames) copyDatabase(first.databaseFile, fileOf(name));
  const nodes = [first, ...(await Promise.all(otherNames.map(startNode)))];
  return {
    nodes,
    async add(name) {
      const added = await startNode(name);
      nodes.push(added);
      return added;
    },
    async remove() {
      await Promise.all(nodes.map(({ server }) => server.stop()));
      folder.remove();
    },
  };
}

/** Copies one state of a database that is in use, and the place lists beside it. */
export function copyDatabase(from: string, to: string): void {
  const database = new Database(from, { readonly: true });
  database.prepare('VACUUM INTO ?').run(to);
  database.close();
  const start = `${basename(from)}.`;
  for (const name of readdirSync(dirname(from)))
    if (name.startsWith(start)) copyFileSync(join(dirname(from), name), `${to}.${name.slice(start.length)}`);
  if (existsSync(dataFolder(from))) cpSync(dataFolder(from), dataFolder(to), { recursive: true });
}
