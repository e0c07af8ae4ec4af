import { spawnSync } from 'node:child_process';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { environmentWith } from '#tests/support/environment.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';

let fixture: OwnFixture;
let bound: net.BoundSocket;
beforeAll(async () => {
  fixture = await ownFixture();
  bound = new net.BoundSocket({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  bound.close();
  await fixture.remove();
});

describe('a server whose socket systemd has bound', () => {
  test('listens on it, and keeps nobody waiting in vain over a restart', async () => {
    const { port } = bound.address();
    const first = await fixture.start({}, { passedSocket: bound.fd() });
    expect(first.port).toBe(port);
    expect((await ask(port, { target: '/healthz' })).status).toBe(200);
    expect(await first.stop()).toBe(0);

    const meanwhile = ask(port, { target: '/healthz' });
    const second = await fixture.start({ WEB_CONCURRENCY: '2' }, { passedSocket: bound.fd() });
    expect((await meanwhile).status).toBe(200);
    expect(second.port).toBe(port);
    expect(await second.stop()).toBe(0);
  });

  test('takes no socket that was passed to another process', async () => {
    const server = await fixture.start({ LISTEN_FDS: '1', LISTEN_PID: '1' });
    expect(server.port).not.toBe(bound.address().port);
    await server.stop();
  });

  test('says that it takes one socket', () => {
    const script = 'LISTEN_FDS=2 LISTEN_PID=$$ exec "$@"';
    const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', process.execPath, 'server.ts'], {
      cwd: `${import.meta.dirname}/../..`,
      env: environmentWith({ DATABASE_URL: `file:${fixture.databaseFile}` }),
      encoding: 'utf8',
    });
    expect([status, stderr.trim()]).toEqual([
      1,
      'The service manager has passed 2 sockets, and this server takes one: remove a ListenStream.',
    ]);
  });
});
