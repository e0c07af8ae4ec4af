import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import net from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { signalProcess } from '#tests/support/processes/process-tree.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { callActionRaw, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const droplist = { target: '/1.0/droplist' };
const modules = makeFolder();
const temporary = makeFolder();
let fixture: OwnFixture;
let server: ServerProcess;
let editor: string;
beforeAll(async () => {
  fixture = await ownFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  server = await fixture.start({
    WEB_CONCURRENCY: '2',
    BASE_URL: ownOrigin,
    PAGES_PER_SECOND: '1000',
    TMPDIR: temporary.path,
    // each process writes what it loads into a file named by its id
    MODULE_FOLDER: modules.path,
    NODE_OPTIONS: `--import=${import.meta.dirname}/../support/processes/list-modules.ts`,
  });
});
afterAll(async () => {
  await fixture.remove();
  for (const folder of [modules, temporary]) folder.remove();
});

interface Listed {
  readonly pid: number;
  readonly script: string;
  readonly loaded: string;
}

/** What each process of the server has loaded, by what it runs. */
function processes(): Listed[] {
  return readdirSync(modules.path).map((name) => {
    const [script = '', ...loaded] = readFileSync(join(modules.path, name), 'utf8').split('\n');
    return { pid: Number(name), script, loaded: loaded.join('\n') };
  });
}

/** The processes that a process started, and those that they started. */
function descendantsOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Waits until a page is answered; on a busy machine a replacement may take longer to start than a page waits. */
const untilAnswered = (target: string) =>
  waitUntil(`an answer to ${target}`, async () => {
    const { status } = await ask(server.port, { target });
    expect([200, 503]).toContain(status);
    return status === 200;
  });

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const pagesProcess = () =>
  processes()
    .filter(({ pid, script }) => script.endsWith('/pages.ts') && isAlive(pid))
    .at(-1)?.pid ?? 0;

test('only the pages process loads Next and React', async () => {
  const answering = () =>
    processes().filter(
      ({ script, loaded }) => script.endsWith('/server.ts') && loaded.includes('/app/1.0/availability/route.ts'),
    );
  // the first page may be answered before the second worker has loaded everything
  await waitUntil('both workers to load the APIs', () => answering().length >= 2);
  expect(answering()).toHaveLength(2);
  const ofFramework = /node_modules\/(?:next|react|react-dom)\//;
  const loading = processes().filter(({ loaded }) => ofFramework.test(loaded));
  expect(new Set(loading.map(({ script }) => script.split('/').at(-1)))).toEqual(new Set(['pages.ts']));
});

test('without CLUSTER_URL no process loads anything of PostgreSQL', () => {
  expect(processes().length).toBeGreaterThanOrEqual(4);
  const loading = processes().filter(({ loaded }) => /node_modules\/pg[-\w]*\//.test(loaded));
  expect(loading.map(({ script }) => script)).toEqual([]);
});

test('the pages process gives way to the APIs', () => {
  // the 19th field of stat is the nice value; the second, a name in brackets, may contain blanks
  const niceOf = (file: string) => Number(readFileSync(file, 'utf8').split(') ')[1]?.split(' ')[16]);
  const pid = pagesProcess();
  const threads = readdirSync(`/proc/${pid}/task`);
  expect(new Set(threads.map((thread) => niceOf(`/proc/${pid}/task/${thread}/stat`)))).toEqual(new Set([5]));
});

describe('its socket', () => {
  const socketPath = () => {
    const [name = ''] = readdirSync(temporary.path).filter((one) => one.startsWith('watea-pages-'));
    return join(temporary.path, name, 'pages.sock');
  };

  test('can be opened by this user alone', () => {
    expect((statSync(socketPath()).mode & 0o777).toString(8)).toBe('600');
    expect((statSync(dirname(socketPath())).mode & 0o777).toString(8)).toBe('700');
  });

  test('answers nobody without the secret, which no argument shows', async () => {
    const socket = net.connect(socketPath());
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Watea-Secret: guess\r\nX-Watea-Established: {}\r\n\r\n');
    let received = '';
    for await (const part of socket) received += String(part);
    expect(received).toMatch(/^HTTP\/1\.1 403 /);
    for (const { pid } of processes().filter((one) => isAlive(one.pid))) {
      expect(readFileSync(`/proc/${pid}/cmdline`, 'latin1')).not.toMatch(/[0-9a-f]{64}/);
    }
  });
});

describe('Server Actions', () => {
  const login = { page: '/admin/login', action: { file: 'app/admin/login/actions.ts', name: 'signIn' } };
  const values = [{ email: 'a@watea.example', password: 'x' }];

  test("that a page does not have are refused, and no request is made: '/' has none of the staff's", async () => {
    const listener = net.createServer().listen(0, '127.0.0.1');
    const asked: unknown[] = [];
    listener.on('connection', (socket) => asked.push(socket.destroy()));
    await once(listener, 'listening');
    const { port } = listener.address() as net.AddressInfo;
    for (const page of ['/', '/nowhere', '/admin/users', '/availability/-41/174']) {
      for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
        const answered = await callActionRaw(server.port, {
          ...login,
          page,
          values,
          cookie: undefined,
          origin: undefined,
          headers: { 'X-Forwarded-Host': host },
        });
        expect([page, answered.status]).toEqual([page, 404]);
        expect(answered.headers['x-nextjs-action-not-found']).toBe('1');
      }
    }
    expect(asked).toEqual([]);
    listener.close();
    expect(server.output()).not.toContain('makes no requests');
  });

  test.each(['https://evil.example', 'null', 'nonsense'])('from %s are 403, not 500', async (origin) => {
    const headers = { Host: 'localhost:3000', Origin: origin };
    const page = { ...login, values, cookie: editor, origin: undefined };
    expect((await callActionRaw(server.port, { ...page, headers })).status).toBe(403);
    const form = { ...headers, 'Content-Type': 'multipart/form-data; boundary=x' };
    const sent = await ask(server.port, { target: '/admin/login', method: 'POST', headers: form, body: '--x--\r\n' });
    expect(sent.status).toBe(403);
  });

  test('of their own page are answered', async () => {
    const { status, body } = await callActionRaw(server.port, {
      ...login,
      values,
      cookie: undefined,
      origin: ownOrigin,
    });
    expect(status).toBe(200);
    expect(body).toContain('"ok":false');
  });
});

test('a pages process that is killed is replaced, and no API request notices', async () => {
  const killed = pagesProcess();
  const statuses: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) statuses.push((await ask(server.port, droplist)).status);
  })();
  signalProcess(killed, 'SIGKILL');
  await Promise.all(['/', '/places?q=well', '/admin/login'].map(untilAnswered));
  isOver = true;
  await asking;
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(server.output()).toContain(`"event":"pages process died","pages":${killed}`);
  const replacement = await waitUntil('the replacement', () => {
    const pid = pagesProcess();
    return pid !== killed && pid !== 0 ? pid : undefined;
  });
  expect(replacement).not.toBe(killed);
});

test('a pages process that dies again and again is replaced each time', async () => {
  for (let round = 0; round < 2; round++) {
    signalProcess(await waitUntil('a pages process', () => pagesProcess() || undefined), 'SIGKILL');
    await untilAnswered('/admin/login');
  }
});

test('the server stops with its pages process, and leaves no folder behind', async () => {
  const pid = pagesProcess();
  expect(await server.stop()).toBe(0);
  expect(isAlive(pid)).toBe(false);
  expect(readdirSync(temporary.path).filter((name) => name.startsWith('watea-pages-'))).toEqual([]);
});

test('a pages process whose server is killed ends too', async () => {
  const own = await fixture.start({ TMPDIR: temporary.path });
  expect((await ask(own.port, { target: '/' })).status).toBe(200);
  const pages = descendantsOf(own.child.pid ?? 0).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('/pages.ts'),
  );
  expect(pages).toHaveLength(1);
  own.child.kill('SIGKILL');
  await waitUntil('its end', () => pages.every((pid) => !isAlive(pid)));
});
