import { describe, expect, test } from 'vitest';
import { answeringBy } from './answer-once.ts';
import type { HandedOver, Handover } from './hand-over.ts';

const handed = (method: string, outgoing: object = {}) =>
  ({ incoming: { method }, outgoing: { destroyed: false, ...outgoing }, hasBody: method === 'POST' }) as HandedOver;

/** A pages process that answers with these in turn, then with the last one always. */
function pagesThat(...handovers: Handover[]) {
  let asked = 0;
  const handOver = () => Promise.resolve(handovers[Math.min(asked++, handovers.length - 1)] ?? 'ended');
  return { handOver, asked: () => asked };
}

describe('a pages process that is not listening yet, such as right after a start', () => {
  test.each(['GET', 'POST'])('is waited for: %s', async (method) => {
    const { handOver, asked } = pagesThat('not sent', 'not sent', 'ended');
    expect(await answeringBy(handOver)(handed(method), 60_000)).toBeUndefined();
    expect(asked()).toBe(3);
  });

  test.each([
    ['GET', true],
    ['POST', undefined],
  ])(
    'is 503 with Retry-After when it does not listen in time; a page loads again by itself: %s',
    async (method, loadsAgain) => {
      const { handOver } = pagesThat('not sent');
      const refusal = await answeringBy(handOver)(handed(method), 0);
      expect(refusal).toMatchObject({ status: 503, retryAfterSeconds: 2 });
      expect(refusal?.loadsAgain).toBe(loadsAgain);
    },
  );

  test('is no longer waited for once the caller is gone', async () => {
    const { handOver, asked } = pagesThat('not sent');
    const outgoing = {
      get destroyed() {
        return asked() > 1;
      },
    };
    const request = { ...handed('GET'), outgoing } as unknown as HandedOver;
    expect(await answeringBy(handOver)(request, 60_000)).toBeUndefined();
    expect(asked()).toBe(2);
  });
});
