import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentWith } from '#tests/support/environment.ts';
import { fixtureNow, fixtureSecret } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { findFreePort } from '#tests/support/processes/server-process.ts';
import { signIn } from '#tests/support/staff/action.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const serverFile = join(import.meta.dirname, '../../../server.ts');

let fixture: OwnFixture;
let server: ChildProcess;
let port: number;
beforeAll(async () => {
  fixture = await ownFixture();
  port = await findFreePort();
  server = spawn(process.execPath, [serverFile], {
    // an update moves the folder of the release away, while the server goes on in it
    cwd: tmpdir(),
    env: environmentWith({
      NODE_ENV: 'production',
      PORT: String(port),
      LOG_LEVEL: 'error',
      SECRET_KEY: fixtureSecret,
      DATABASE_URL: `file:${fixture.databaseFile}`,
      WATEA_NOW: fixtureNow,
    }),
    stdio: 'ignore',
  });
  await waitUntil('the server answers', () =>
    ask(port, { target: '/readyz' }).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
});
afterAll(async () => {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  await fixture.remove();
});

test('a server works whatever its working directory: pages, and what it starts other programs for', async () => {
  expect((await ask(port, { target: '/', headers: { Accept: 'text/html' } })).status).toBe(200);
  const cookie = signIn(fixture.databaseFile, 'viewer');
  const target = '/admin/coverage/versions/1/download?format=geojson';
  const { status, headers } = await ask(port, { target, headers: { Cookie: cookie } });
  expect([status, headers['content-type']]).toEqual([200, 'application/geo+json']);
});
