import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openReader } from '#db/client.ts';
import { digestTables } from '#db/cluster/nodes.fixture.ts';
import { type ServedNode, startNodes } from '#tests/support/cluster/nodes.ts';
import { hasPostgres, startPostgres } from '#tests/support/cluster/postgres.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { keys } from '#tests/support/fixture.ts';
import { tries } from '#tests/support/long.ts';
import { primaryOf } from '#tests/support/processes/process-tree.ts';
import { startLoad } from '#tests/support/processes/steady-load.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { callAction, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const root = join(import.meta.dirname, '../../..');
const name = 'GET /1.0/availability?domains[]=active.nz HTTP/1.1\r\nHost: x\r\n\r\n';
const point = `GET /api/1.0/availability/yx/-41.05/174.05 HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${keys.plain}\r\n\r\n`;
const clients = [[name], [point], [name, name, name]];
const migration = '9990_rolling.sql';

/** Copies the program by links, so that one copy can get a file that the others lack. */
function copyProgram(folder: string): string {
  mkdirSync(folder);
  const copied = readdirSync(root).filter((entry) => entry !== 'node_modules' && entry !== '.git');
  execFileSync('cp', ['-al', ...copied, folder], { cwd: root });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Adds a registrar by the screen for it. */
function addRegistrar(node: ServedNode, registrar: string, editor: string) {
  const action = { file: 'app/admin/registrars/actions.ts', name: 'addRegistrar' } as const;
  const values = [{ name: registrar, contactEmail: 'ops@example.nz', note: '', perSecond: '70', enabled: true }];
  const page = '/admin/registrars/new';
  return callAction(node.server.port, { page, action, values, cookie: editor, origin: ownOrigin });
}

const columns = ({ databaseFile }: ServedNode) =>
  queryDatabase(databaseFile, "SELECT name FROM pragma_table_info('registrar')").map((column) => column.name);

// a minute of load on three nodes: npm run test:long
test.skipIf(tries(0, 1) === 0 || !hasPostgres)(
  'nodes are updated one after the other under load, with a migration, without a failed request',
  async () => {
    const folder = makeFolder();
    onTestFinished(() => folder.remove());
    const postgres = await startPostgres();
    onTestFinished(() => postgres.remove());
    const names = ['node-1', 'node-2', 'node-3'];
    const folders = Object.fromEntries(names.map((one) => [one, copyProgram(join(folder.path, one))]));
    let editor = '';
    const served = await startNodes(postgres.url, names.length, {
      settings: { BASE_URL: ownOrigin },
      folders,
      prepare: (databaseFile) => {
        editor = signIn(databaseFile, 'editor');
      },
    });
    onTestFinished(() => served.remove());
    const loads = served.nodes.map(({ server }) => startLoad({ port: server.port, clients, reconnects: true }));
    for (const [at, node] of served.nodes.entries()) {
      const before = loads.map((load) => load.answered());
      await waitUntil('answers of all', () => loads.every((load, one) => load.answered() > (before[one] ?? 0) + 200));
      const file = join(folders[node.name] ?? '', 'db/migrations', migration);
      writeFileSync(file, '-- compatible\nALTER TABLE registrar ADD COLUMN rolling TEXT;\n');
      const pid = node.server.child.pid ?? 0;
      const primary = primaryOf(pid);
      node.server.child.kill('SIGHUP');
      await waitUntil(`the successor on ${node.name}`, () => primaryOf(pid) !== primary);
      await waitUntil('the migration on all nodes', () =>
        served.nodes.every((one) => columns(one).includes('rolling')),
      );
      // by a node with the new program, or still with the old one
      for (const one of served.nodes)
        expect(await addRegistrar(one, `${one.name} at update ${at}`, editor)).toMatchObject({ ok: true });
    }
    for (const load of loads) {
      const { failures, statuses } = await load.stop();
      expect(failures).toEqual([]);
      expect([...statuses.keys()]).toEqual([200]);
    }
    const readers = served.nodes.map(({ databaseFile }) => openReader(databaseFile));
    await waitUntil('equal tables', () => {
      const [first, ...others] = readers.map((reader) => JSON.stringify(digestTables(reader)));
      return others.every((other) => other === first);
    });
    for (const { sqlite } of readers) sqlite.close();
  },
);
