import { describe, expect, test } from 'vitest';
import { createSingleProcessLimits, createWorkerLimits, type Limits, Settlements } from './limits.ts';
import { limitHeaders, type Verdict } from './policy.ts';
import type { SettlementRequest } from './settlement.ts';
import { fixedWindow } from './window.ts';

const START = Date.UTC(2026, 6, 15);

const dayOf = (nowMs: number) => {
  const { id, endsAt } = fixedWindow(86_400)(nowMs);
  return { id: `day ${id}`, endsAt };
};

const singleProcessLimits = () => createSingleProcessLimits(dayOf, new Settlements());

function now(verdict: Verdict | Promise<Verdict>): Verdict {
  if (verdict instanceof Promise) throw new Error('a process that is alone must not wait');
  return verdict;
}

function countAdmitted(times: number, take: (at: number) => Verdict | Promise<Verdict>): number {
  return Array.from({ length: times }, (_, at) => now(take(at))).filter((verdict) => verdict.isAdmitted).length;
}

describe('B6: refusals are limited per address', () => {
  test('to 1,000 in a window of 10 s, then 429 until it ends', () => {
    const limits = singleProcessLimits();
    expect(countAdmitted(1_500, (at) => limits.takeRefusal('203.0.113.7', START + at))).toBe(1_000);
    expect(limitHeaders(now(limits.takeRefusal('203.0.113.7', START + 2_500)))).toEqual({
      'RateLimit-Policy': '"refusals";q=1000;w=10',
      RateLimit: '"refusals";r=0;t=8',
      'RateLimit-Limit': '1000',
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': '8',
      'Retry-After': '8',
    });
    expect(now(limits.takeRefusal('203.0.113.7', START + 9_999)).isAdmitted).toBe(false);
    expect(now(limits.takeRefusal('203.0.113.7', START + 10_000)).isAdmitted).toBe(true);
    expect(now(limits.takeRefusal('203.0.113.8', START)).isAdmitted).toBe(true);
  });

  test('without counting accepted requests', () => {
    const limits = singleProcessLimits();
    const policy = limits.policy(10, 100);
    countAdmitted(2_000, () => limits.takeRefusal('203.0.113.7', START));
    expect(countAdmitted(10, () => limits.takeAccount('key:1', policy, START))).toBe(10);
    expect(countAdmitted(5, () => limits.takeVisitor('203.0.113.7', () => START))).toBe(5);
  });

  test('an attack from 300,000 addresses takes the memory of 100,000, and a persistent address is still limited', () => {
    const settlements = new Settlements();
    const limits = createSingleProcessLimits(dayOf, settlements);
    let refusals = 0;
    for (let at = 0; at < 300_000; at++) {
      now(limits.takeRefusal(`2001:db8:0:${at.toString(16)}::/64`, START + 1));
      if (at % 200 === 0 && !now(limits.takeRefusal('203.0.113.7', START + 1)).isAdmitted) refusals++;
      if (at % 2_000 === 0) limits.settle(START + 1);
    }
    expect(settlements.of('refusals').size).toBeLessThanOrEqual(100_000);
    expect(refusals).toBe(500);
  });
});

describe("the map's own key", () => {
  test('5 a second per address', () => {
    const limits = singleProcessLimits();
    expect(countAdmitted(9, () => limits.takeVisitor('203.0.113.7', () => START))).toBe(5);
    expect(now(limits.takeVisitor('203.0.113.7', () => START)).policy).toBe('"second";q=5;w=1, "day";q=2000;w=86400');
    expect(now(limits.takeVisitor('203.0.113.8', () => START)).isAdmitted).toBe(true);
  });

  test('2,000 a day per address', () => {
    const limits = singleProcessLimits();
    expect(countAdmitted(2_500, (at) => limits.takeVisitor('203.0.113.7', () => START + at * 1_000))).toBe(2_000);
  });

  test('200 a second for all together, then the headers report that limit', () => {
    const limits = singleProcessLimits();
    expect(countAdmitted(300, (at) => limits.takeVisitor(`203.0.113.${at}`, () => START))).toBe(200);
    expect(now(limits.takeVisitor('198.51.100.1', () => START)).rateLimit).toBe('"second";r=0;t=1');
    // addresses refused by the common limit kept their own allowance
    expect(now(limits.takeVisitor('203.0.113.250', () => START + 1_000)).rateLimit).toContain('"day";r=1999;');
  });

  test('one address beyond its limit does not affect others', () => {
    const limits = singleProcessLimits();
    expect(countAdmitted(1_000, () => limits.takeVisitor('203.0.113.7', () => START))).toBe(5);
    expect(countAdmitted(300, (at) => limits.takeVisitor(`198.51.100.${at}`, () => START))).toBe(195);
  });
});

describe('several workers', () => {
  /** Messages are delivered by hand, one step at a time. */
  function machine() {
    const settlements = new Settlements();
    const post: (() => void)[] = [];
    const workers: Limits[] = [0, 1].map((at) =>
      createWorkerLimits(dayOf, {
        workers: 2,
        send: (request: SettlementRequest) => {
          post.push(() => workers[at]?.receive(settlements.answer(request), START + 5));
        },
      }),
    );
    const deliver = async () => {
      while (post.length > 0) {
        post.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    return { settlements, workers, deliver };
  }

  test('each of the three limiters settles its own totals', async () => {
    const { settlements, workers, deliver } = machine();
    const policy = workers[0]?.policy(10, 20);
    const verdicts = workers.map((limits) => [
      policy && limits.takeAccount('key:1', policy, START),
      limits.takeVisitor('203.0.113.7', () => START),
      limits.takeRefusal('203.0.113.7', START),
    ]);
    await deliver();
    for (const limits of workers) limits.settle(START + 50);
    await deliver();
    for (const verdict of await Promise.all(verdicts.flat())) expect(verdict?.isAdmitted).toBe(true);
    expect(settlements.snapshot()).toEqual([{ subject: 'key:1', day: dayOf(START).id, count: 2 }]);
    expect(['accounts', 'visitors', 'refusals'].map((name) => settlements.of(name).size)).toEqual([1, 2, 1]);
  });

  test('a visitor refused by its own limit after waiting returns its share of the common one', async () => {
    const { settlements, workers, deliver } = machine();
    const [limits] = workers;
    const verdicts = Array.from({ length: 8 }, () => limits?.takeVisitor('203.0.113.7', () => START));
    await deliver();
    const decided = await Promise.all(verdicts);
    expect(decided.filter((verdict) => verdict?.isAdmitted)).toHaveLength(5);
    limits?.settle(START + 50);
    await deliver();
    const spent = settlements.of('visitors').answer({
      limiter: 'visitors',
      id: 1,
      subjects: [
        { subject: 'site', counts: [{ name: 'second', window: START / 1_000, spent: 0, quota: 200 }], asks: [] },
      ],
    });
    expect(spent.subjects[0]?.counts).toEqual([{ window: START / 1_000, total: 5 }]);
  });

  test('a message for an unknown limiter is refused', () => {
    expect(() => new Settlements().answer({ limiter: 'toString', id: 1, subjects: [] })).toThrow(
      'Unknown limiter "toString".',
    );
  });
});

test('equal quotas share one policy', () => {
  const limits = singleProcessLimits();
  expect(limits.policy(10, 50_000)).toBe(limits.policy(10, 50_000));
  expect(limits.policy(10, 50_000).header).toBe('"second";q=10;w=1, "day";q=50000;w=86400');
  expect(limits.policy(10, null).header).toBe('"second";q=10;w=1');
});

describe('reports of visitors', () => {
  test('each address may send 20 a day, however slowly', () => {
    const limits = singleProcessLimits();
    const sendOne = (at: number) => limits.takeReporter('203.0.113.7', START + 60_000 * at);
    expect(countAdmitted(30, sendOne)).toBe(20);
    expect(now(limits.takeReporter('203.0.113.8', START + 3_600_000)).isAdmitted).toBe(true);
    expect(now(limits.takeReporter('203.0.113.7', START + 86_400_000)).isAdmitted).toBe(true);
  });

  test('all addresses together may send 5 a second and 1,000 a day', () => {
    const limits = singleProcessLimits();
    expect(countAdmitted(9, () => limits.takeReport(START))).toBe(5);
    expect(countAdmitted(2_000, (at) => limits.takeReport(START + 1_000 + 1_000 * at))).toBe(995);
  });
});
