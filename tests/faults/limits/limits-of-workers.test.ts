import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callers, keys } from '#tests/support/fixture.ts';
import { type Answered, ask } from '#tests/support/http.ts';
import { burst, countOf, freshWindow, inOneSecond, readLimits } from '#tests/support/limits.ts';
import { allowRegistrar, type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';

const target = '/1.0/availability?domains[]=active.nz';
const quota = 40;
const workers = 2;

let fixture: OwnFixture;
let server: ServerProcess;
beforeAll(async () => {
  fixture = await ownFixture();
  for (const host of [61, 62, 63, 64, 65, 66]) {
    allowRegistrar(fixture, { name: `Registrar ${host}`, perSecond: quota, networks: [`127.0.0.${host}/32`] });
  }
  server = await fixture.start({ WEB_CONCURRENCY: String(workers) });
});
afterAll(() => fixture.remove());

const together = (times: number, asked: { target: string; from?: string }) =>
  Promise.all(Array.from({ length: times }, () => ask(server.port, asked)));

describe.concurrent('B6', () => {
  test.each([
    [1, '127.0.0.61'],
    [2, '127.0.0.62'],
    [8, '127.0.0.63'],
    [quota, '127.0.0.64'],
  ])(
    'B6: a caller at its limit is never refused, its requests being spread over %i connections',
    async (connections, from) => {
      const times = quota / connections;
      const answers = await inOneSecond(server.port, async () => {
        const bursts = Array.from({ length: connections }, () => burst(server.port, { target, times, from }));
        return (await Promise.all(bursts)).flat();
      });
      expect(countOf(answers, 200)).toBe(quota);
      for (const answered of answers) readLimits(answered);
    },
  );

  test('B6: the excess is at most one share of each further worker', async () => {
    const from = '127.0.0.65';
    for (let round = 0; round < 3; round++) {
      const answers = await inOneSecond(server.port, () => together(quota * 3, { target, from }));
      const admitted = countOf(answers, 200);
      expect(admitted).toBeGreaterThanOrEqual(quota);
      expect(admitted).toBeLessThanOrEqual(quota + (workers - 1) * (quota / workers));
      expect(admitted + countOf(answers, 429)).toBe(answers.length);
      for (const answered of answers) readLimits(answered);
    }
  });

  test('B6: one who asks on and on below the limit is never refused', async () => {
    const from = '127.0.0.66';
    await freshWindow(server.port);
    const answers: Answered[] = [];
    for (let asked = 0; asked < quota; asked++) {
      answers.push(await ask(server.port, { target, from }));
      await sleep(1500 / quota);
    }
    expect(countOf(answers, 200)).toBe(answers.length);
  });

  test('B6: a day of three requests is three on all workers together, and at most one share more', async () => {
    const asked = { target: `/api/1.0/availability/yx/-41.05/174.05?api_key=${keys.threeADay}` };
    const answers = await together(20, asked);
    expect([3, 4]).toContain(countOf(answers, 200));
    expect(countOf(answers, 200) + countOf(answers, 429)).toBe(20);
    expect(countOf(await together(10, asked), 429)).toBe(10);
  });

  test('B6: refusals are 1,000 in 10 s, and at most one share of the further worker more', async () => {
    await freshWindow(server.port, 10);
    const bursts = [1, 2, 3, 4].map(() =>
      burst(server.port, { target: '/1.0/droplist', times: 500, from: callers.pest }),
    );
    const forbidden = countOf((await Promise.all(bursts)).flat(), 403);
    expect(forbidden).toBeGreaterThanOrEqual(1000);
    expect(forbidden).toBeLessThanOrEqual(1500);
    expect((await ask(server.port, { target: '/1.0/droplist' })).status).toBe(200);
  });
});
