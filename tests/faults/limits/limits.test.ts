import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getRegistrarByName } from '#db/access/registrars.ts';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '#lib/access/keys/api-key.ts';
import { addKey, changeRegistrar, requireUser } from '#tests/support/access.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { callers } from '#tests/support/fixture.ts';
import { type Asked, ask } from '#tests/support/http.ts';
import { burst, countOf, inOneWindow, readLimits, statusesOf } from '#tests/support/limits.ts';
import { allowRegistrar, type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const target = '/1.0/availability?domains[]=active.nz';
const point = (key: string) => `/api/1.0/availability/yx/-41.05/174.05?api_key=${key}`;

let fixture: OwnFixture;
let server: ServerProcess;
let nextServer: ServerProcess;
beforeAll(async () => {
  fixture = await ownFixture();
  [server, nextServer] = await Promise.all([fixture.start(), fixture.start({ API_LANE: 'next' })]);
});
afterAll(() => fixture.remove());

/** Makes a key with these limits; null is the default. */
function issueKey(perSecond: number | null, perDay: number | null): string {
  const text = generateApiKey();
  fixture.change(({ db }) => {
    const userId = requireUser(db, 'limits@watea.example', Date.now());
    addKey(db, { userId, hash: hashApiKey(text), prefix: apiKeyPrefix(text), perSecond, perDay }, Date.now());
  });
  return text;
}

/** Waits until a registrar is let in, with its limit if that was changed. */
const untilAllowed = (from: string, perSecond?: number) =>
  waitUntil(`the change for ${from}`, async () => {
    const { status, headers } = await ask(server.port, { target, from });
    const isInForce = perSecond === undefined || headers['ratelimit-policy'] === `"second";q=${perSecond};w=1`;
    return status !== 403 && isInForce;
  });
const untilAccepted = (key: string) =>
  waitUntil('the key', async () => (await ask(server.port, { target: point(key) })).status !== 401);

describe.concurrent('B6', () => {
  test.each([
    ['a registrar', 'direct', '127.0.0.36'],
    ['a key', 'direct', callers.allowed],
    ['a registrar', 'next', '127.0.0.37'],
    ['a key', 'next', callers.allowed],
  ])('B6: the headers of %s, by the lane %s, agree with what happens', async (who, lane, from) => {
    const { port } = lane === 'next' ? nextServer : server;
    // so few that a slow machine asks for more in a second
    const quota = 2;
    const key = who === 'a key' ? issueKey(quota, 1_000_000) : undefined;
    if (key === undefined) allowRegistrar(fixture, { name: from, perSecond: quota, networks: [`${from}/32`] });
    const asked = key === undefined ? target : point(key);
    await waitUntil('the caller', async () => ![401, 403].includes((await ask(port, { target: asked, from })).status));
    let left: number | undefined;
    let refusals = 0;
    while (refusals < 4) {
      const answered = await ask(port, { target: asked, from });
      const second = readLimits(answered).get('second');
      expect(second).toMatchObject({ quota, seconds: 1 });
      if (answered.status === 200) {
        // one less than before, or the first of a new second
        if (left !== undefined) expect([left - 1, quota - 1]).toContain(second?.left);
        expect(answered.headers).not.toHaveProperty('retry-after');
        left = second?.left;
      } else {
        expectError(answered, 429, `The limit of ${quota} requests is reached; ask again in 1 second.`);
        expect(answered.headers['retry-after']).toBe('1');
        expect(second?.left).toBe(0);
        expect(left ?? 0).toBe(0);
        refusals++;
      }
    }
    await waitUntil('the next second', async () => (await ask(port, { target: asked, from })).status === 200);
  });

  test('B6: HEAD and requests for nonsense count; OPTIONS and what is refused before the address do not', async () => {
    const from = callers.nested;
    const counted: Asked[] = [{ target }, { target, method: 'HEAD' }, { target: '/1.0/availability' }, { target }];
    const uncounted: Asked[] = [
      { target, method: 'OPTIONS' },
      { target, method: 'DELETE' },
      { target: '/1.0/nothing' },
      { target: '/1.0/droplist?%ZZ' },
    ];
    const answers = await inOneWindow(server.port, async () => {
      const given = [];
      for (const asked of [...counted.slice(0, 3), ...uncounted, ...counted.slice(3)]) {
        given.push(await ask(server.port, { ...asked, from }));
      }
      return given;
    });
    expect(statusesOf(answers)).toEqual([200, 200, 400, 204, 405, 404, 400, 200]);
    const left = answers.map((answered) => answered.headers['ratelimit-remaining']);
    expect(left).toEqual(['6', '5', '4', undefined, undefined, undefined, undefined, '3']);
  });

  test('B6: what was refused uses up nothing of the next second', async () => {
    const from = '127.0.0.32';
    allowRegistrar(fixture, { name: 'Seven', perSecond: 7, networks: [`${from}/32`] });
    await untilAllowed(from);
    const times = 30;
    const answers = await inOneWindow(server.port, () => burst(server.port, { target, times, from }));
    expect(statusesOf(answers)).toEqual([...new Array(7).fill(200), ...new Array(23).fill(429)]);
    const after = await inOneWindow(server.port, () => burst(server.port, { target, times: 7, from }));
    expect(countOf(after, 200)).toBe(7);
  });

  test('B6: its addresses share the limit, another registrar has its own', async () => {
    const [from, second, other] = ['127.0.0.33', '127.0.0.34', '127.0.0.35'];
    allowRegistrar(fixture, { name: 'Two addresses', perSecond: 7, networks: [`${from}/32`, `${second}/32`] });
    allowRegistrar(fixture, { name: 'Other', perSecond: 7, networks: [`${other}/32`] });
    for (const address of [from, second, other]) await untilAllowed(address);
    const answers = await inOneWindow(server.port, async () => [
      ...(await burst(server.port, { target, times: 5, from })),
      ...(await burst(server.port, { target, times: 3, from: second })),
      await ask(server.port, { target, from: other }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 200, 200, 200, 200, 200, 200, 429, 200]);
  });

  test('B6: limits that staff set are in force, on callers that are known already too', async () => {
    const key = issueKey(2, 50);
    allowRegistrar(fixture, { name: 'Tiny', perSecond: 1, networks: ['127.0.0.40/32'] });
    await untilAllowed('127.0.0.40');
    await untilAccepted(key);
    const answers = await inOneWindow(server.port, async () => [
      ...(await burst(server.port, { target: point(key), times: 3 })),
      ...(await burst(server.port, { target, times: 2, from: '127.0.0.40' })),
    ]);
    expect(statusesOf(answers)).toEqual([200, 200, 429, 200, 429]);
    expect(answers[0]?.headers['ratelimit-policy']).toBe('"second";q=2;w=1, "day";q=50;w=86400');
    expect(answers[3]?.headers['ratelimit-policy']).toBe('"second";q=1;w=1');

    fixture.change(({ db }) =>
      changeRegistrar(
        db,
        getRegistrarByName(db, 'Tiny')?.id ?? 0,
        { perSecond: 4 },
        { actor: { who: 'a test', address: null }, nowMs: Date.now() },
      ),
    );
    await untilAllowed('127.0.0.40', 4);
    const after = await inOneWindow(server.port, () => burst(server.port, { target, times: 5, from: '127.0.0.40' }));
    expect(statusesOf(after)).toEqual([200, 200, 200, 200, 429]);
  });

  test('B6: a key and a registrar without limits of their own have the defaults', async () => {
    const key = issueKey(null, null);
    allowRegistrar(fixture, { name: 'Usual', perSecond: null, networks: ['127.0.0.50/32'] });
    await untilAllowed('127.0.0.50');
    await untilAccepted(key);
    const byKey = await inOneWindow(server.port, () => burst(server.port, { target: point(key), times: 12 }));
    expect(countOf(byKey, 200)).toBe(10);
    expect(byKey[0]?.headers['ratelimit-policy']).toBe('"second";q=10;w=1, "day";q=50000;w=86400');
    const byAddress = await inOneWindow(server.port, () =>
      burst(server.port, { target, times: 55, from: '127.0.0.50' }),
    );
    expect(countOf(byAddress, 200)).toBe(50);
    expect(byAddress[0]?.headers['ratelimit-policy']).toBe('"second";q=50;w=1');
  });
});
