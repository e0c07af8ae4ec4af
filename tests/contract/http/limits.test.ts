import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getRegistrarByName } from '#db/access/registrars.ts';
import { type Connection, openWriter } from '#db/client.ts';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '#lib/access/keys/api-key.ts';
import { addAllowedNetwork, addKey, addRegistrar, changeRegistrar, requireUser } from '#tests/support/access.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { callers, fixtureNowMs, keys, seedFixture } from '#tests/support/fixture.ts';
import { letCachesCheck } from '#tests/support/generation-checks.ts';
import type { Answered, Asked } from '#tests/support/http.ts';
import { askBy, closeHandlerScene, setHandlerScene, stopHandlerClock } from '#tests/support/lanes.ts';
import { countOf, readLimits, statusesOf } from '#tests/support/limits.ts';

// The clock of the handlers stands still, and goes on when a test says so.

const target = '/1.0/availability?domains[]=active.nz';
const point = (key: string) => `/api/1.0/availability/yx/-41.05/174.05?api_key=${key}`;
const noon = '2026-11-20T12:00:00.500+13:00';
const aSecondLater = '2026-11-20T12:00:01+13:00';

const folder = makeFolder();
let writer: Connection;
beforeAll(async () => {
  const databaseFile = join(folder.path, 'watea.db');
  await seedFixture(databaseFile);
  writer = openWriter(databaseFile);
});
beforeEach(() => {
  // nothing is counted yet
  setHandlerScene({ databaseFile: writer.sqlite.name, now: noon });
  stopHandlerClock(noon);
});
afterAll(() => {
  closeHandlerScene();
  writer.sqlite.close();
  folder.remove();
});

async function askTimes(times: number, asked: Asked): Promise<Answered[]> {
  const answers = [];
  for (let time = 0; time < times; time++) answers.push(await askBy('handler', asked));
  return answers;
}

function allow(name: string, perSecond: number | null, addresses: readonly string[]): void {
  const registrarId = addRegistrar(writer.db, name, perSecond, fixtureNowMs);
  for (const address of addresses)
    addAllowedNetwork(writer.db, { registrarId, network: `${address}/32`, note: '' }, fixtureNowMs);
  letCachesCheck();
}

/** Makes a key with these limits; null is the default. */
function issueKey(perSecond: number | null, perDay: number | null): string {
  const text = generateApiKey();
  const userId = requireUser(writer.db, 'limits@watea.example', fixtureNowMs);
  addKey(writer.db, { userId, hash: hashApiKey(text), prefix: apiKeyPrefix(text), perSecond, perDay }, fixtureNowMs);
  letCachesCheck();
  return text;
}

test.each([
  ['a registrar', 5, target, callers.slow],
  ['a key', 3, point(keys.slow), callers.allowed],
])(
  'B6: the headers of %s agree with what happens: %d requests of a second are answered',
  async (_who, quota, asked, from) => {
    for (const second of [noon, aSecondLater]) {
      stopHandlerClock(second);
      const answers = await askTimes(quota + 2, { target: asked, from });
      for (const [place, answered] of answers.entries()) {
        const left = Math.max(0, quota - 1 - place);
        expect(readLimits(answered).get('second')).toEqual({ quota, left, seconds: 1 });
        if (place < quota) {
          expect(answered.status).toBe(200);
          expect(answered.headers).not.toHaveProperty('retry-after');
        } else {
          expectError(answered, 429, `The limit of ${quota} requests is reached; ask again in 1 second.`);
          expect(answered.headers['retry-after']).toBe('1');
        }
      }
    }
  },
);

test('B6: HEAD and requests for nonsense count; OPTIONS and what is refused before the address do not', async () => {
  const answers = [];
  for (const asked of [
    { target },
    { target, method: 'HEAD' },
    { target: '/1.0/availability' },
    { target, method: 'OPTIONS' },
    { target, method: 'DELETE' },
    { target: '/1.0/droplist?%ZZ' },
    { target },
  ]) {
    answers.push(await askBy('handler', { ...asked, from: callers.nested }));
  }
  expect(statusesOf(answers)).toEqual([200, 200, 400, 204, 405, 400, 200]);
  const left = answers.map(({ headers }) => headers['ratelimit-remaining']);
  expect(left).toEqual(['6', '5', '4', undefined, undefined, undefined, '3']);
});

test('B6: what was refused uses up nothing of the next second', async () => {
  allow('Seven', 7, ['127.0.0.32']);
  const asked = { target, from: '127.0.0.32' };
  expect(statusesOf(await askTimes(30, asked))).toEqual([...Array(7).fill(200), ...Array(23).fill(429)]);
  stopHandlerClock(aSecondLater);
  expect(statusesOf(await askTimes(8, asked))).toEqual([...Array(7).fill(200), 429]);
});

test('B6: its addresses share the limit, another registrar has its own', async () => {
  allow('Two addresses', 7, ['127.0.0.33', '127.0.0.34']);
  allow('Other', 7, ['127.0.0.35']);
  expect(countOf(await askTimes(5, { target, from: '127.0.0.33' }), 200)).toBe(5);
  expect(statusesOf(await askTimes(3, { target, from: '127.0.0.34' }))).toEqual([200, 200, 429]);
  expect(statusesOf(await askTimes(1, { target, from: '127.0.0.35' }))).toEqual([200]);
});

test('B6: limits that staff set are in force at the next check, on callers that are known already too', async () => {
  const key = issueKey(2, 50);
  allow('Tiny', 1, ['127.0.0.40']);
  const byKey = await askTimes(3, { target: point(key) });
  expect(statusesOf(byKey)).toEqual([200, 200, 429]);
  expect(byKey[0]?.headers['ratelimit-policy']).toBe('"second";q=2;w=1, "day";q=50;w=86400');
  const byAddress = await askTimes(2, { target, from: '127.0.0.40' });
  expect(statusesOf(byAddress)).toEqual([200, 429]);
  expect(byAddress[0]?.headers['ratelimit-policy']).toBe('"second";q=1;w=1');

  const id = getRegistrarByName(writer.db, 'Tiny')?.id ?? 0;
  changeRegistrar(writer.db, id, { perSecond: 4 }, { actor: { who: 'a test', address: null }, nowMs: fixtureNowMs });
  letCachesCheck();
  stopHandlerClock(aSecondLater);
  expect(statusesOf(await askTimes(5, { target, from: '127.0.0.40' }))).toEqual([200, 200, 200, 200, 429]);
});

test('B6: a key and a registrar without limits of their own have the defaults', async () => {
  const key = issueKey(null, null);
  allow('Usual', null, ['127.0.0.50']);
  const byKey = await askTimes(12, { target: point(key) });
  expect(countOf(byKey, 200)).toBe(10);
  expect(byKey[0]?.headers['ratelimit-policy']).toBe('"second";q=10;w=1, "day";q=50000;w=86400');
  const byAddress = await askTimes(55, { target, from: '127.0.0.50' });
  expect(countOf(byAddress, 200)).toBe(50);
  expect(byAddress[0]?.headers['ratelimit-policy']).toBe('"second";q=50;w=1');
});

test('B6: a day of three requests ends at midnight in Auckland', async () => {
  const asked = { target: point(keys.threeADay) };
  const answers = await askTimes(4, asked);
  expect(statusesOf(answers)).toEqual([200, 200, 200, 429]);
  expect(answers.map((answered) => readLimits(answered).get('day')?.left)).toEqual([2, 1, 0, 0]);
  expect(answers[2]?.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '0' });
  const [refused] = answers.slice(3);
  // rounded up from half past the second
  expect(refused?.headers['retry-after']).toBe('43200');
  if (refused !== undefined)
    expectError(refused, 429, 'The limit of 3 requests is reached; ask again in 43200 seconds.');
  stopHandlerClock('2026-11-20T23:59:59.999+13:00');
  expect((await askBy('handler', asked)).headers['retry-after']).toBe('1');
  stopHandlerClock('2026-11-21T00:00:00+13:00');
  const newDay = await askBy('handler', asked);
  expect([newDay.status, readLimits(newDay).get('day')?.left]).toEqual([200, 2]);
});
