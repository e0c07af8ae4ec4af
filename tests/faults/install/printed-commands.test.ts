import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { findFreePort, startServer } from '#tests/support/processes/server-process.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const root = join(import.meta.dirname, '../../..');

test('the commands that a server prints work in another shell, on its database and with its address', async () => {
  const { path, remove } = makeFolder();
  const databaseFile = join(path, "the registry's.db");
  const port = await findFreePort();
  const server = await startServer({
    PORT: String(port),
    DATABASE_URL: `file:${databaseFile}`,
    WATEA_ENVIRONMENT: 'staging',
  });
  onTestFinished(async () => {
    await server.stop();
    remove();
  });
  await waitUntil('all commands are printed', () => server.output().includes('staff add'));
  // an environment with nothing of the server's
  const run = (command: string) =>
    spawnSync('sh', ['-c', command], {
      cwd: root,
      encoding: 'utf8',
      env: { NODE_ENV: 'production', PATH: process.env.PATH, HOME: process.env.HOME },
    });
  const printed = [...server.output().matchAll(/"([^"\n]*npm run watea -- [^"\n]+)"/g)].map(
    ([, command = '']) => command,
  );
  const results = printed.map((command) =>
    run(
      command
        .replace('CIDR', '192.0.2.0/24')
        .replace('--registrar NAME', "--registrar 'Printed Names'")
        .replace('EMAIL', 'jo@printed.example'),
    ),
  );
  expect(results.map(({ status }) => status)).toEqual([0, 0, 0]);
  expect(results.map(({ stdout }) => stdout).join('')).toContain(`http://localhost:${port}/admin/invitation#`);
  const all = (sql: string) => queryDatabase(databaseFile, sql);
  expect(all('SELECT name FROM registrar')).toEqual([{ name: 'Printed Names' }]);
  expect(all('SELECT email FROM staff')).toEqual([{ email: 'jo@printed.example' }]);
  expect(all('SELECT email FROM api_user')).toEqual([{ email: 'jo@printed.example' }]);
});
