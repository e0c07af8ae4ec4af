import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectError } from '#tests/support/error-shape.ts';
import { callers, keys } from '#tests/support/fixture.ts';
import { type Answered, type Asked, ask } from '#tests/support/http.ts';
import { burst, countOf, inOneWindow, readLimits, statusesOf } from '#tests/support/limits.ts';
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
/** Sends requests within one window of the limit of refusals. */
const inOneLimit = (work: () => Promise<Answered[]>) => inOneWindow(server.port, work, { seconds: 10 });

test('B6: 1,000 refusals in 10 s, of 401 and 403 together, then 429; accepted requests are not touched', async () => {
  const from = callers.pest;
  const accepted: Asked[] = [
    { target: point(keys.plain), from },
    { target: droplist, from, method: 'OPTIONS' },
    { target: '/1.0/nothing', from },
    { target: droplist },
    { target: droplist, from: callers.stranger },
  ];
  const answers = await inOneLimit(async () => {
    const forbidden = await burst(server.port, { target: droplist, times: 600, from });
    const unauthorised = await burst(server.port, { target: point('wrong'), times: 600, from });
    const others: Answered[] = [];
    for (const asked of accepted) others.push(await ask(server.port, asked));
    return [...forbidden, ...unauthorised, await ask(server.port, { target: droplist, from }), ...others];
  });
  const statuses = statusesOf(answers);
  expect(statuses.slice(0, 1000)).toEqual([...new Array(600).fill(403), ...new Array(400).fill(401)]);
  const tooMany = answers.slice(1000, 1201);
  expect(countOf(tooMany, 429)).toBe(201);
  for (const answered of tooMany) {
    const wait = Number(answered.headers['retry-after']);
    const seconds = wait === 1 ? '1 second' : `${wait} seconds`;
    expectError(answered, 429, `The limit of 1000 requests is reached; ask again in ${seconds}.`);
    expect(wait).toBeLessThanOrEqual(10);
    expect(readLimits(answered)).toEqual(new Map([['refusals', { quota: 1000, left: 0, seconds: wait }]]));
  }
  expect(statuses.slice(1201)).toEqual([200, 204, 404, 200, 403]);
});

test('B6: all callers whose address is unknown share one such limit', async () => {
  const lines = 'X-Forwarded-For: 192.0.2.1\r\n';
  const from = '127.1.1.3';
  const unknown = { headers: { Via: '1.1 x' }, from };
  const answers = await inOneLimit(async () => [
    ...(await burst(server.port, { target: droplist, times: 500, lines, from: '127.1.1.1' })),
    ...(await burst(server.port, { target: point('wrong'), times: 500, lines, from: '127.1.1.2' })),
    await ask(server.port, { target: point('wrong'), ...unknown }),
  ]);
  expect(answers.at(-1)?.status).toBe(429);
  expect(await statusOf({ target: point(keys.plain), ...unknown })).toBe(200);
  expect(await statusOf({ target: point('wrong'), from })).toBe(401);
});
