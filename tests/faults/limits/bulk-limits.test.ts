import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiKeyPrefix, hashApiKey } from '#lib/access/keys/api-key.ts';
import { addKey, requireUser } from '#tests/support/access.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { fixtureNowMs } from '#tests/support/fixture.ts';
import { type Answered, ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const path = '/api/1.0/availability/yx';
const tenADay = 'TestBulkTenADayKeyTestBulkTenADayKey0001';
const atOnce = ['TestBulkAtOnceKeyTestBulkAtOnceKeyTe0002', 'TestBulkAtOnceKeyTestBulkAtOnceKeyTe0003'] as const;

let fixture: OwnFixture;
beforeAll(async () => {
  fixture = await ownFixture();
  fixture.change(({ db }) => {
    const userId = requireUser(db, 'bulk@watea.example', fixtureNowMs);
    const key = (text: string, perDay: number) =>
      addKey(db, { userId, hash: hashApiKey(text), prefix: apiKeyPrefix(text), perSecond: 1000, perDay }, fixtureNowMs);
    key(tenADay, 10);
    for (const text of atOnce) key(text, 1_000_000);
  });
});
afterAll(() => fixture.remove());

const pointsOf = (count: number) =>
  JSON.stringify({ points: Array.from({ length: count }, (_, at) => [`-40.95${at}`, '174.05']) });
const bulk = (port: number, key: string, count: number) =>
  ask(port, {
    target: `${path}?api_key=${key}`,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: pointsOf(count),
  });

/** What the headers say of the day. (The second in which a bulk request was counted may be over when it is answered.) */
function dayOf({ headers }: Answered) {
  const [, left, seconds] = /"day";r=(\d+);t=(\d+)/.exec(headers.ratelimit ?? '') ?? [];
  return { left: Number(left), seconds: Number(seconds) };
}

test('B6: a bulk request is one against the second and a look-up for each point against the day', async () => {
  const { port } = await fixture.start();
  const left = async (count: number) => dayOf(await bulk(port, tenADay, count)).left;
  expect(await left(4)).toBe(6);
  const tooMany = await bulk(port, tenADay, 7);
  const { left: leftToday, seconds } = dayOf(tooMany);
  expect(leftToday).toBe(6);
  expectError(
    tooMany,
    429,
    `7 points were asked for; of the 10 of this day 6 are left. Ask for fewer, or again in ${seconds} seconds.`,
  );
  expect(tooMany.headers['retry-after']).toBe(String(seconds));
  // what was refused took nothing of the day; a point alone takes one, as ever
  expect(dayOf(await ask(port, { target: `${path}/-41/174?api_key=${tenADay}` })).left).toBe(5);
  expect(await left(5)).toBe(0);
  expectError(await bulk(port, tenADay, 1), 429);

  const many = await bulk(port, atOnce[0], 2000);
  expect(Number(/"second";r=(\d+)/.exec(many.headers.ratelimit ?? '')?.[1])).toBeGreaterThan(900);
});

describe.each([
  [1, atOnce[0]],
  [2, atOnce[1]],
])('with %i workers', (workers, key) => {
  test('one bulk request of a key is answered at a time, and no faster than it is taken', async () => {
    const { port } = await fixture.start({ WEB_CONCURRENCY: String(workers) });
    const body = pointsOf(10_000);
    const slow = net.connect({ host: '127.0.0.1', port });
    const head = `POST ${path}?api_key=${key} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
    slow.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    await once(slow, 'readable');

    // nobody takes the slow one's answer: it does not end, and holds the key's turn
    for (let turn = 0; turn < 4; turn++) {
      const refused = await bulk(port, key, 1);
      expectError(refused, 429, 'Another bulk request of this key is being answered; ask again when it has ended.');
      expect(refused.headers['retry-after']).toBe('1');
    }
    expect((await ask(port, { target: `${path}/-41/174?api_key=${key}` })).status).toBe(200);
    const other = key === atOnce[0] ? atOnce[1] : atOnce[0];
    expect((await bulk(port, other, 1)).status).toBe(200);

    slow.destroy();
    await waitUntil('the key to be free again', async () => (await bulk(port, key, 1)).status === 200);
    expect((await bulk(port, key, 3)).status).toBe(200);
  });
});
