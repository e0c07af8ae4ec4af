import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callers, keys } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { burst, countOf, readLimits } from '#tests/support/limits.ts';
import { allowRegistrar, type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const target = '/1.0/availability?domains[]=active.nz';
const quota = 40;
const workers = 2;

let fixture: OwnFixture;
let server: ServerProcess;
beforeAll(async () => {
  fixture = await ownFixture();
  for (const host of [61, 62, 63, 64, 65]) {
    allowRegistrar(fixture, { name: `Registrar ${host}`, perSecond: quota, networks: [`127.0.0.${host}/32`] });
  }
  server = await fixture.start({ WEB_CONCURRENCY: String(workers) });
});
afterAll(() => fixture.remove());

const together = (times: number, asked: { target: string; from?: string }) =>
  Promise.all(Array.from({ length: times }, () => ask(server.port, asked)));

// by how much two workers exceed a limit is tested in lib/access/limit/many-workers.test.ts, and measured by the benchmark:
// a worker whose primary does not answer in time counts alone, which a busy machine may cause
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
      const bursts = Array.from({ length: connections }, () => burst(server.port, { target, times, from }));
      const answers = (await Promise.all(bursts)).flat();
      expect(countOf(answers, 200)).toBe(quota);
      for (const answered of answers) readLimits(answered);
    },
  );

  test('B6: one far above its limit is refused, and is answered again in the next second', async () => {
    const from = '127.0.0.65';
    await waitUntil('more requests than two workers admit alone', async () => {
      const bursts = [1, 2, 3, 4].map(() => burst(server.port, { target, times: quota * 2, from }));
      const answers = (await Promise.all(bursts)).flat();
      expect(countOf(answers, 200)).toBeGreaterThanOrEqual(quota);
      expect(countOf(answers, 200) + countOf(answers, 429)).toBe(answers.length);
      for (const answered of answers) readLimits(answered);
      return countOf(answers, 429) > 0;
    });
    await waitUntil('the next second', async () => (await ask(server.port, { target, from })).status === 200);
  });

  test('B6: a day of three requests is one for all workers', async () => {
    const asked = { target: `/api/1.0/availability/yx/-41.05/174.05?api_key=${keys.threeADay}` };
    const answers = await together(20, asked);
    expect(countOf(answers, 200)).toBeGreaterThanOrEqual(3);
    expect(countOf(answers, 200)).toBeLessThanOrEqual(3 * workers);
    expect(countOf(answers, 200) + countOf(answers, 429)).toBe(20);
    await waitUntil('both workers to know', async () => countOf(await together(10, asked), 429) === 10);
  });

  test('B6: refusals are limited by all workers, and callers that are let in are not affected', async () => {
    await waitUntil('more refusals than two workers admit alone', async () => {
      const bursts = [1, 2, 3, 4].map(() =>
        burst(server.port, { target: '/1.0/droplist', times: 500, from: callers.pest }),
      );
      const answers = (await Promise.all(bursts)).flat();
      expect(countOf(answers, 403) + countOf(answers, 429)).toBe(answers.length);
      return countOf(answers, 429) > 0;
    });
    expect((await ask(server.port, { target: '/1.0/droplist' })).status).toBe(200);
  });
});
