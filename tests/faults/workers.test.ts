import { afterAll, beforeAll, expect, test } from 'vitest';
import { watea } from '#tests/support/command-line.ts';
import { fixtureNowMs, keys } from '#tests/support/fixture.ts';
import { type Answered, type Asked, ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { signalProcess } from '#tests/support/processes/process-tree.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const point = (key: string) => `/api/1.0/availability/yx/-41.05/174.05?api_key=${key}`;

let fixture: OwnFixture;
let server: ServerProcess;
let startedAt: number;
beforeAll(async () => {
  fixture = await ownFixture();
  startedAt = Date.now();
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

/** Waits until every worker gives this status. */
const untilAll = (status: number, asked: Asked) =>
  waitUntil(`${status} of ${asked.target} by all workers`, async () =>
    (await askAll(asked)).every((answered) => answered.status === status),
  );
/** Kills a worker, and waits until the server reports it: before, it may still pass connections to it. */
async function kill(pid: number): Promise<void> {
  signalProcess(pid, 'SIGKILL');
  await waitUntil('the report of its death', () => server.output().includes(`"event":"worker died","worker":${pid}`));
}

const pidsOf = async (answers: Answered[]) => [...new Set(await Promise.all(answers.map(pidOf)))];

test('R11, N11: added and removed networks and keys take effect on every worker', async () => {
  const newcomer = { target: '/1.0/droplist', from: '127.8.8.8' };
  const before = await askAll(newcomer);
  expect(new Set(before.map(({ status }) => status))).toEqual(new Set([403]));
  expect(await pidsOf(before)).toHaveLength(2);

  await operatorDoes('allow', 'add', '127.8.8.8/32', '--registrar', 'New Registrar', '--new-registrar');
  const { key, id } = await operatorDoes('keys', 'issue', '--user', 'workers@watea.example');
  await untilAll(200, newcomer);
  await untilAll(200, { target: point(key) });

  await operatorDoes('allow', 'remove', '127.8.8.8/32');
  await operatorDoes('keys', 'revoke', String(id));
  await untilAll(403, newcomer);
  await untilAll(401, { target: point(key) });
  await untilAll(200, { target: point(keys.plain) });
});

test('a killed worker is replaced, on the same clock', async () => {
  const before = await pidsOf(await askAll({ target: '/1.0/droplist' }));
  expect(before).toHaveLength(2);
  const [killed = 0, survivor = 0] = before;
  await kill(killed);
  // the other worker answers until then
  const statuses: number[] = [];
  const after = await waitUntil('its replacement', async () => {
    const answers = await askAll({ target: '/1.0/droplist' });
    statuses.push(...answers.map(({ status }) => status));
    const pids = await pidsOf(answers);
    return pids.length === 2 && pids;
  });
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(after).toContain(survivor);
  expect(after).not.toContain(killed);
  const dates = (await askAll({ target: '/1.0/droplist' })).map(({ headers }) => Date.parse(headers.date ?? ''));
  expect(dates).toEqual(dates.toSorted((one, other) => one - other));
  expect(dates[0]).toBeGreaterThanOrEqual(fixtureNowMs);
  expect((dates.at(-1) ?? 0) - fixtureNowMs).toBeLessThanOrEqual(Date.now() - startedAt);
});

test('workers that die at the same time are replaced, and the server still stops with 0', async () => {
  for (let round = 0; round < 2; round++) {
    await Promise.all((await pidsOf(await askAll({ target: '/1.0/droplist' }))).map(kill));
    // the connection waits for the first worker that is up again
    expect((await ask(server.port, { target: '/1.0/droplist' })).status).toBe(200);
  }
  expect(await server.stop()).toBe(0);
});
