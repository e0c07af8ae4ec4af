import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watea } from '#tests/support/command-line.ts';
import { fixtureNowMs, keys } from '#tests/support/fixture.ts';
import { type Answered, type Asked, ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

/** Changes by the operator take effect on every process within one second (R11, N11). */
const changeMs = 1000;
const point = (key: string) => `/api/1.0/availability/yx/-41.05/174.05?api_key=${key}`;

let fixture: OwnFixture;
let server: ServerProcess;
beforeAll(async () => {
  fixture = await ownFixture();
  server = await fixture.start({ WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' });
  await waitUntil('both workers', async () => (await pidsOf(await askAll({ target: '/1.0/droplist' }))).length === 2);
});
afterAll(() => fixture.remove());

const operatorDoes = async (...args: string[]) => {
  const ran = await watea([...args, '--json'], { DATABASE_URL: `file:${fixture.databaseFile}` });
  expect(ran.status, ran.stderr).toBe(0);
  return JSON.parse(ran.stdout);
};

/** The process that gave an answer, from its log line. The log is written at least once a second. */
async function pidOf(answered: Answered): Promise<number> {
  const line = new RegExp(`"pid":(\\d+),"id":"${answered.headers['x-request-id']}"`);
  const found = await waitUntil('the log line', () => line.exec(server.output()) ?? undefined);
  return Number(found[1]);
}

/** The answers of every worker; new connections go to each in turn. */
async function askAll(asked: Asked): Promise<Answered[]> {
  const answers: Answered[] = [];
  for (let times = 0; times < 6; times++) answers.push(await ask(server.port, asked));
  return answers;
}

const statusesOfAll = async (asked: Asked) => new Set((await askAll(asked)).map(({ status }) => status));
const pidsOf = async (answers: Answered[]) => [...new Set(await Promise.all(answers.map(pidOf)))];

test('R11, N11: added and removed networks and keys take effect on every worker within a second', async () => {
  const newcomer = { target: '/1.0/droplist', from: '127.8.8.8' };
  const before = await askAll(newcomer);
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set([403]));
  expect(await pidsOf(before)).toHaveLength(2);

  await operatorDoes('allow', 'add', '127.8.8.8/32', '--registrar', 'New Registrar', '--new-registrar');
  const { key, id } = await operatorDoes('keys', 'issue', '--user', 'workers@watea.example');
  await sleep(changeMs);
  expect(await statusesOfAll(newcomer)).toEqual(new Set([200]));
  expect(await statusesOfAll({ target: point(key) })).toEqual(new Set([200]));

  await operatorDoes('allow', 'remove', '127.8.8.8/32');
  await operatorDoes('keys', 'revoke', String(id));
  await sleep(changeMs);
  expect(await statusesOfAll(newcomer)).toEqual(new Set([403]));
  expect(await statusesOfAll({ target: point(key) })).toEqual(new Set([401]));
  expect(await statusesOfAll({ target: point(keys.plain) })).toEqual(new Set([200]));
});

test('a killed worker is replaced, on the same clock', async () => {
  const before = await pidsOf(await askAll({ target: '/1.0/droplist' }));
  expect(before).toHaveLength(2);
  const [killed = 0, survivor = 0] = before;
  process.kill(killed, 'SIGKILL');
  // meanwhile the other worker answers
  const meanwhile: number[] = [];
  let after: number[] = [];
  for (let tries = 0; after.length < 2 && tries < 20; tries++) {
    await sleep(200);
    const answers = await askAll({ target: '/1.0/droplist' });
    meanwhile.push(...answers.map(({ status }) => status));
    after = await pidsOf(answers);
  }
  expect(new Set(meanwhile)).toEqual(new Set([200]));
  expect(after).toHaveLength(2);
  expect(after).toContain(survivor);
  expect(after).not.toContain(killed);
  expect(server.output()).toContain(`"event":"worker died","worker":${killed}`);

  const dates = (await askAll({ target: '/1.0/droplist' })).map(({ headers }) => Date.parse(headers.date ?? ''));
  for (const date of dates) {
    expect(date).toBeGreaterThanOrEqual(fixtureNowMs);
    expect(date - fixtureNowMs).toBeLessThan(300_000);
  }
  expect(Math.max(...dates) - Math.min(...dates)).toBeLessThanOrEqual(1000);
});

test('workers that die at the same time are replaced, and the server still stops with 0', async () => {
  for (let round = 0; round < 2; round++) {
    for (const pid of await pidsOf(await askAll({ target: '/1.0/droplist' }))) process.kill(pid, 'SIGKILL');
    // the connection waits for the first worker that is up again
    expect((await ask(server.port, { target: '/1.0/droplist' })).status).toBe(200);
  }
  expect(await server.stop()).toBe(0);
});
