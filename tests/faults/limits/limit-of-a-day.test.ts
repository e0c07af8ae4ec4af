import { afterAll, beforeAll, expect, test } from 'vitest';
import { readDayUse } from '#db/access/day-use.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { keys } from '#tests/support/fixture.ts';
import { type Answered, ask } from '#tests/support/http.ts';
import { readLimits, statusesOf } from '#tests/support/limits.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { primaryOf, processTree } from '#tests/support/processes/process-tree.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const point = (key: string) => `/api/1.0/availability/yx/-41.05/174.05?api_key=${key}`;
const target = point(keys.threeADay);
const leftToday = (answered: Answered) => readLimits(answered).get('day')?.left;

let fixture: OwnFixture;
const storedToday = () => fixture.change((connection) => readDayUse(connection, '2026-11-20')[0]?.count);
beforeAll(async () => {
  fixture = await ownFixture();
});
afterAll(() => fixture.remove());

test('B6: the day of three requests survives a stop and a crash, and ends at midnight in Auckland', async () => {
  const first = await fixture.start();
  expect(leftToday(await ask(first.port, { target }))).toBe(2);
  expect(await first.stop()).toBe(0);

  const second = await fixture.start();
  expect(leftToday(await ask(second.port, { target, method: 'HEAD' }))).toBe(1);
  // counts are stored every two seconds, by a thread that a busy machine may keep waiting
  await waitUntil('the count to be stored', () => storedToday() === 2);
  second.child.kill('SIGKILL');
  await second.stop();

  const third = await fixture.start();
  const last = await ask(third.port, { target });
  expect(leftToday(last)).toBe(0);
  expect(last.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '0' });
  const refused = await ask(third.port, { target });
  const wait = Number(refused.headers['retry-after']);
  expectError(refused, 429, `The limit of 3 requests is reached; ask again in ${wait} seconds.`);
  const untilMidnight = (Date.parse('2026-11-21T00:00:00+13:00') - Date.parse(refused.headers.date ?? '')) / 1000;
  expect(Math.abs(wait - untilMidnight)).toBeLessThanOrEqual(1);
  expect(readLimits(refused).get('day')).toEqual({ quota: 3, left: 0, seconds: wait });
  expect((await ask(third.port, { target: point(keys.plain) })).status).toBe(200);
  await third.stop();

  const eve = await fixture.start({ WATEA_NOW: '2026-11-20T23:59:55+13:00' });
  const answers: Answered[] = [];
  await waitUntil(
    'the new day',
    async () => answers.push(await ask(eve.port, { target })) > 0 && answers.at(-1)?.status === 200,
  );
  const midnight = Date.parse('2026-11-21T00:00:00+13:00');
  // one that came in before midnight may be decided after it
  expect(Date.parse(answers.at(-1)?.headers.date ?? '')).toBeGreaterThanOrEqual(midnight - 1000);
  expect(statusesOf(answers.slice(0, -1))).toEqual(answers.slice(0, -1).map(() => 429));
  const refusedAt = answers.slice(0, -1).map(({ headers }) => Date.parse(headers.date ?? ''));
  expect(refusedAt.filter((at) => at >= midnight)).toEqual([]);
  expect(answers.slice(-1).map(leftToday)).toEqual([2]);
});

test('B6: the day of three requests goes on after a reload', async () => {
  const reloaded = await ownFixture();
  const server = await reloaded.start({ WEB_CONCURRENCY: '2' });
  const before = primaryOf(server.child.pid ?? 0);
  expect(leftToday(await ask(server.port, { target }))).toBe(2);
  server.child.kill('SIGHUP');
  await waitUntil('the successor alone', () => !processTree(server.child.pid ?? 0).includes(before));
  expect(leftToday(await ask(server.port, { target }))).toBe(1);
  await reloaded.remove();
});
