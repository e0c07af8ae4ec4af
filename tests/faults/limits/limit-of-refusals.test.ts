import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectError } from '#tests/support/error-shape.ts';
import { callers, keys } from '#tests/support/fixture.ts';
import { type Asked, ask } from '#tests/support/http.ts';
import { burst, countOf, freshWindow, readLimits } from '#tests/support/limits.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';

const droplist = '/1.0/droplist';
const point = (key: string) => `/api/1.0/availability/yx/-41.05/174.05?api_key=${key}`;

let fixture: OwnFixture;
let server: ServerProcess;
beforeAll(async () => {
  fixture = await ownFixture();
  server = await fixture.start();
});
afterAll(() => fixture.remove());

const statusOf = async (asked: Asked) => (await ask(server.port, asked)).status;

test('B6: 1,000 refusals in 10 s, of 401 and 403 together, then 429; accepted requests are not touched', async () => {
  const from = callers.pest;
  await freshWindow(server.port, 10);
  const forbidden = await burst(server.port, { target: droplist, times: 600, from });
  expect(countOf(forbidden, 403)).toBe(600);
  const unauthorised = await burst(server.port, { target: point('wrong'), times: 600, from });
  expect(countOf(unauthorised, 401)).toBe(400);
  const tooMany = unauthorised.filter(({ status }) => status === 429);
  expect(tooMany).toHaveLength(200);
  for (const answered of tooMany) {
    const wait = Number(answered.headers['retry-after']);
    const seconds = wait === 1 ? '1 second' : `${wait} seconds`;
    expectError(answered, 429, `The limit of 1000 requests is reached; ask again in ${seconds}.`);
    expect(wait).toBeLessThanOrEqual(10);
    expect(readLimits(answered)).toEqual(new Map([['refusals', { quota: 1000, left: 0, seconds: wait }]]));
  }

  expect(await statusOf({ target: droplist, from })).toBe(429);
  expect(await statusOf({ target: point(keys.plain), from })).toBe(200);
  expect(await statusOf({ target: droplist, from: callers.stranger })).toBe(403);
  expect(await statusOf({ target: droplist })).toBe(200);
  expect(await statusOf({ target: droplist, from, method: 'OPTIONS' })).toBe(204);
  expect(await statusOf({ target: '/1.0/nothing', from })).toBe(404);
});

test('B6: all callers whose address is unknown share one such limit', async () => {
  await freshWindow(server.port, 10);
  const lines = 'X-Forwarded-For: 192.0.2.1\r\n';
  await burst(server.port, { target: droplist, times: 500, lines, from: '127.1.1.1' });
  await burst(server.port, { target: point('wrong'), times: 500, lines, from: '127.1.1.2' });
  const from = '127.1.1.3';
  expect(await statusOf({ target: point('wrong'), headers: { Via: '1.1 x' }, from })).toBe(429);
  expect(await statusOf({ target: point(keys.plain), headers: { Via: '1.1 x' }, from })).toBe(200);
  expect(await statusOf({ target: point('wrong'), from })).toBe(401);
});
