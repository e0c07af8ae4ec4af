import { once } from 'node:events';
import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { commandOf, openFilesOf, processTree, signalProcess } from '#tests/support/processes/process-tree.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { undoMigrations, versionBeforeIncompatible } from '#tests/support/releases/former-schema.ts';
import { tilePath } from '#tests/support/tiles.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const target = '/1.0/availability?domains[]=never-registered.nz';
/** How many clients ask at the same time, and how many answers show that they are served. */
const clientCount = 16;
const enoughAnswers = 300;

let fixture: OwnFixture;
let server: ServerProcess;
beforeAll(async () => {
  fixture = await ownFixture();
  server = await fixture.start({ WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' });
  await waitUntil('both workers', () => workers().length === 2);
});
afterAll(() => fixture.remove());

const first = () => server.child.pid ?? 0;
const primary = () => processTree(first())[1];
const running = (file: string) => processTree(first()).filter((pid) => commandOf(pid).includes(file));
const workers = () => running('server.ts').filter((pid) => pid !== first() && pid !== primary());

/** What a client got in place of an answer, and the request before it on the same connection. */
interface Failure {
  readonly fault: string;
  readonly requestBefore: string | undefined;
}

/** Clients that ask without pause, each on a connection that it keeps as long as the server does. */
class Clients {
  readonly failures: Failure[] = [];
  /** The last requests that were answered, one of each client; known once all have stopped. */
  readonly lastRequests: string[] = [];
  #answers = 0;
  #isStopping = false;
  readonly #asking = Array.from({ length: clientCount }, () => this.#ask());

  /** Resolves when each has been answered many times from now on. */
  async answered(): Promise<void> {
    const wanted = this.#answers + enoughAnswers;
    await waitUntil('answers', () => this.#answers >= wanted);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#asking);
  }

  async #ask(): Promise<void> {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    let requestBefore: string | undefined;
    let lastRequest = '';
    while (!this.#isStopping) {
      try {
        const [response] = (await once(http.get({ port: server.port, path: target, agent }), 'response')) as [
          http.IncomingMessage,
        ];
        await once(response.resume(), 'end');
        if (response.statusCode !== 200) throw new Error(`${response.statusCode}`);
        this.#answers++;
        const isKept = response.headers.connection !== 'close';
        lastRequest = String(response.headers['x-request-id']);
        requestBefore = isKept ? lastRequest : undefined;
      } catch (fault) {
        this.failures.push({ fault: String(fault), requestBefore });
        requestBefore = undefined;
      }
    }
    this.lastRequests.push(lastRequest);
    agent.destroy();
  }
}

/** Kills a process under the load of clients. @returns the clients, once everything is as before */
async function kill(find: () => number | undefined): Promise<Clients> {
  const clients = new Clients();
  await clients.answered();
  const killed = find();
  signalProcess(killed, 'SIGKILL');
  await waitUntil('another process in its place', () => ![undefined, killed].includes(find()));
  await waitUntil('all processes', () => workers().length === 2 && running('pages.ts').length === 1);
  await clients.answered();
  await clients.stop();
  return clients;
}

test('a dead primary costs nobody a request: its workers answer until those of the next one do', async () => {
  const before = workers();
  expect((await kill(primary)).failures).toEqual([]);
  await waitUntil('the end of the workers before', () => before.every((pid) => commandOf(pid) === ''));
});

test('a next primary with a migration that the old workers cannot live with migrates when they have left the database', async () => {
  const version = () => queryDatabase(fixture.databaseFile, 'PRAGMA user_version')[0]?.user_version;
  const newest = version();
  const old = workers();
  const readers = () => old.filter((pid) => openFilesOf(pid).includes(fixture.databaseFile));
  await waitUntil('both in the database', () => readers().length === old.length);
  fixture.change(({ sqlite }) => undoMigrations(sqlite, versionBeforeIncompatible()));
  signalProcess(primary(), 'SIGKILL');
  await waitUntil('the migration', () => version() === newest);
  expect(readers()).toEqual([]);
  await waitUntil('an answer', async () => (await ask(server.port, { target })).status === 200);
});

test('a dead worker costs only what is asked on its connections', async () => {
  const [worker = 0] = workers();
  const { failures, lastRequests } = await kill(() => workers().find((pid) => pid === worker) ?? workers()[1]);
  // what the dead one wrote last is lost; what the living ones answered before is in the log by then
  await waitUntil('the log', () => lastRequests.every((id) => server.output().includes(id)));
  for (const { fault, requestBefore } of failures) {
    expect(fault).toMatch(/ECONNRESET|socket hang up/);
    const by = new RegExp(`"pid":(\\d+),"id":"${requestBefore}"`).exec(server.output())?.[1];
    expect([undefined, String(worker)]).toContain(by);
  }
  expect(failures.length).toBeLessThanOrEqual(clientCount);
});

test('a dead pages process and a dead maker of tiles cost the APIs nothing', async () => {
  expect((await kill(() => running('pages.ts')[0])).failures).toEqual([]);
  const makeTile = () => ask(server.port, { target: `${tilePath(1, 174.05, -40.95, 10)}.png` });
  await makeTile();
  for (const maker of running('maker-process')) signalProcess(maker, 'SIGKILL');
  expect((await makeTile()).status).toBe(200);
});

test('with the first process everything ends, and its port is free', async () => {
  const all = processTree(first());
  signalProcess(first(), 'SIGKILL');
  await waitUntil('the end of all', () => all.every((pid) => commandOf(pid) === ''));
  const next = await fixture.start({ PORT: String(server.port) });
  expect((await ask(next.port, { target })).status).toBe(200);
});
