import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environmentWith } from '#tests/support/environment.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { fixtureSecret, keys, seedFixture } from '#tests/support/fixture.ts';

/** Heap bytes that a request allocated when this was written. Plain `node:http` takes about 7,800. */
const recorded = {
  'a name': { target: '/1.0/availability?domains[]=active.nz', bytes: 16_700 },
  'a point': { target: `/api/1.0/availability/yx/-40.95/174.05?api_key=${keys.plain}`, bytes: 22_000 },
  'the droplist': { target: '/1.0/droplist', bytes: 13_200 },
};

const folder = makeFolder();
let server: ChildProcess;
let socket: net.Socket;

async function answered<T>(): Promise<T> {
  const [message] = await once(server, 'message');
  return message as T;
}

beforeAll(async () => {
  const databaseFile = join(folder.path, 'watea.db');
  await seedFixture(databaseFile);
  server = fork(`${import.meta.dirname}/../support/processes/allocation-process.ts`, {
    execArgv: ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256'],
    env: environmentWith({
      NODE_ENV: 'production',
      SECRET_KEY: fixtureSecret,
      DATABASE_URL: `file:${databaseFile}`,
    }),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { port } = await answered<{ port: number }>();
  socket = net.connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
});
afterAll(() => {
  socket.destroy();
  server.disconnect();
  folder.remove();
});

async function askOneByOne(target: string, times: number): Promise<void> {
  const request = `GET ${target} HTTP/1.1\r\nHost: x\r\n\r\n`;
  for (let turn = 0; turn < times; turn++) {
    socket.write(request);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    if (!answer.toString('latin1', 0, 12).startsWith('HTTP/1.1 200')) throw new Error(answer.toString());
  }
}

async function usedBytes(how: 'collect' | 'look'): Promise<number> {
  server.send(how);
  return (await answered<{ used: number }>()).used;
}

test.each(Object.entries(recorded))(
  'a request for %s allocates no more than the recorded number of bytes',
  async (_what, { target, bytes }) => {
    await askOneByOne(target, 4000);
    const before = await usedBytes('collect');
    await askOneByOne(target, 1000);
    const each = ((await usedBytes('look')) - before) / 1000;
    // far below the limit: the record is out of date
    expect(each).toBeGreaterThan(bytes * 0.6);
    expect(each).toBeLessThan(bytes * 1.3);
  },
);
