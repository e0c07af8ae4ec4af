import { describe, expect, test } from 'vitest';
import { createSingleProcessLimiter } from './limiter.ts';
import { definePolicy, limitHeaders, type Policy, type Verdict } from './policy.ts';
import { Settlement } from './settlement.ts';
import { fixedWindow, LimitWindow } from './window.ts';

const DAY_MS = 86_400_000;
const MIDNIGHT = Date.UTC(2026, 6, 15);

const dayOf = (nowMs: number) => {
  const { id, endsAt } = fixedWindow(86_400)(nowMs);
  return { id: `day ${id}`, endsAt };
};

function build() {
  const second = new LimitWindow({ name: 'second', slot: 0, seconds: 1, counts: 'requests', windowOf: fixedWindow(1) });
  const day = new LimitWindow({ name: 'day', slot: 1, seconds: 86_400, counts: 'lookups', windowOf: dayOf });
  const settlement = new Settlement({ capacity: 1_000, longest: 'day', shared: 'second' });
  const limiter = createSingleProcessLimiter('accounts', 1_000, settlement);
  const policy = (perSecond: number, perDay?: number): Policy =>
    definePolicy([
      { window: second, quota: perSecond },
      ...(perDay === undefined ? [] : [{ window: day, quota: perDay }]),
    ]);
  const take = (subject: string, under: Policy, nowMs: number, lookups = 1): Verdict => {
    const verdict = limiter.take(subject, under, nowMs, { requests: 1, lookups });
    if (verdict instanceof Promise) throw new Error('a process that is alone must not wait');
    return verdict;
  };
  return { limiter, settlement, policy, take };
}

describe('B6: response headers', () => {
  test('within both limits', () => {
    const { policy, take } = build();
    expect(limitHeaders(take('key:1', policy(10, 50_000), MIDNIGHT + 1_500))).toEqual({
      'RateLimit-Policy': '"second";q=10;w=1, "day";q=50000;w=86400',
      RateLimit: '"second";r=9;t=1, "day";r=49999;t=86399',
      'RateLimit-Limit': '10',
      'RateLimit-Remaining': '9',
      'RateLimit-Reset': '1',
    });
  });

  test('without a limit per day', () => {
    const { policy, take } = build();
    expect(limitHeaders(take('registrar:1', policy(50), MIDNIGHT))).toEqual({
      'RateLimit-Policy': '"second";q=50;w=1',
      RateLimit: '"second";r=49;t=1',
      'RateLimit-Limit': '50',
      'RateLimit-Remaining': '49',
      'RateLimit-Reset': '1',
    });
  });

  test('beyond the limit per second', () => {
    const { policy, take } = build();
    take('key:1', policy(1, 5), MIDNIGHT);
    expect(limitHeaders(take('key:1', policy(1, 5), MIDNIGHT + 999))).toEqual({
      'RateLimit-Policy': '"second";q=1;w=1, "day";q=5;w=86400',
      RateLimit: '"second";r=0;t=1, "day";r=4;t=86400',
      'RateLimit-Limit': '1',
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': '1',
      'Retry-After': '1',
    });
  });

  test('beyond the limit per day, within the limit per second', () => {
    const { policy, take } = build();
    take('key:1', policy(10, 1), MIDNIGHT);
    expect(limitHeaders(take('key:1', policy(10, 1), MIDNIGHT + 3_001))).toEqual({
      'RateLimit-Policy': '"second";q=10;w=1, "day";q=1;w=86400',
      RateLimit: '"second";r=10;t=1, "day";r=0;t=86397',
      'RateLimit-Limit': '1',
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': '86397',
      'Retry-After': '86397',
    });
  });

  test('beyond both: the headers report the longer window', () => {
    const { policy, take } = build();
    take('key:1', policy(1, 1), MIDNIGHT);
    expect(take('key:1', policy(1, 1), MIDNIGHT)).toMatchObject({
      limit: 1,
      resetSeconds: 86_400,
      retryAfterSeconds: 86_400,
    });
  });

  test.each([
    [10, 50, 0, { limit: 10, remaining: 9 }],
    [10, 50, 45, { limit: 50, remaining: 4 }],
    [10, 50, 40, { limit: 50, remaining: 9, resetSeconds: 86_399 }],
  ])(
    '%d a second, %d a day, %d spent before: the headers report the limit that would refuse first',
    (perSecond, perDay, spent, expected) => {
      const { policy, take } = build();
      if (spent > 0) take('key:1', policy(perSecond, perDay), MIDNIGHT, spent);
      expect(take('key:1', policy(perSecond, perDay), MIDNIGHT + 1_000)).toMatchObject(expected);
    },
  );

  test('match the decisions under random traffic', () => {
    const { policy, take } = build();
    const under = policy(3, 40);
    let nowMs = MIDNIGHT - 20_000;
    let expectedNext: boolean | undefined;
    let retryAt: number | undefined;
    let windowEnd = 0;
    const admitted = new Map<number, number>();
    for (let step = 0; step < 2_000; step++) {
      nowMs += [0, 0, 40, 130, 0, 700, 5][step % 7] ?? 0;
      if (retryAt !== undefined && step % 11 === 0) nowMs = Math.max(nowMs, retryAt);
      const mustBeAdmitted = retryAt !== undefined && nowMs === retryAt;
      const verdict = take('key:1', under, nowMs);
      if (mustBeAdmitted) expect(verdict.isAdmitted).toBe(true);
      if (expectedNext !== undefined && nowMs < windowEnd) expect(verdict.isAdmitted).toBe(expectedNext);
      const day = Math.floor(nowMs / DAY_MS);
      if (verdict.isAdmitted) admitted.set(day, (admitted.get(day) ?? 0) + 1);
      const members = [...verdict.rateLimit.matchAll(/r=(\d+);t=(\d+)/g)].map((member) => [
        Number(member[1]),
        Number(member[2]),
      ]);
      expect(members).toHaveLength(2);
      for (const [, reset = 0] of members) expect(reset).toBeGreaterThanOrEqual(1);
      expectedNext = members.every(([remaining = 0]) => remaining > 0);
      expect(verdict.remaining > 0).toBe(expectedNext);
      windowEnd = (Math.floor(nowMs / 1_000) + 1) * 1_000;
      retryAt = verdict.retryAfterSeconds === null ? undefined : nowMs + verdict.retryAfterSeconds * 1_000;
    }
    // waiting as the headers say, the caller used up one day after the other
    expect(admitted.size).toBeGreaterThan(10);
    expect(new Set([...admitted.values()].slice(0, -1))).toEqual(new Set([40]));
  });
});

describe('B6: what counts', () => {
  test('a refused request is not counted', () => {
    const { policy, take } = build();
    const under = policy(2, 5);
    const seen = [0, 0, 0, 0, 0, 0, 1_000, 1_000, 1_000, 1_000, 2_000, 2_000].map((ms) =>
      take('key:1', under, MIDNIGHT + ms),
    );
    expect(seen.map((verdict) => (verdict.isAdmitted ? 'y' : 'n')).join('')).toBe('yynnnnyynnyn');
    expect(seen.at(-1)?.rateLimit).toBe('"second";r=1;t=1, "day";r=0;t=86398');
  });

  test('windows are the seconds and days of the clock', () => {
    const { policy, take } = build();
    const under = policy(1, 2);
    const at = (ms: number) => take('key:1', under, MIDNIGHT + ms).isAdmitted;
    expect([at(-1_001), at(-1_000), at(-1), at(0), at(999), at(1_000), at(2_000)]).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
  });

  test('each subject is counted separately', () => {
    const { policy, take } = build();
    const admitted = ['key:1', 'key:1', 'key:2', 'registrar:1'].map(
      (subject) => take(subject, policy(1), MIDNIGHT).isAdmitted,
    );
    expect(admitted).toEqual([true, false, true, true]);
  });

  test('a bulk request counts once in the second and with all its lookups in the day, or not at all', () => {
    const { policy, take } = build();
    const under = policy(3, 1_000);
    expect(take('key:1', under, MIDNIGHT, 700).rateLimit).toBe('"second";r=2;t=1, "day";r=300;t=86400');
    expect(take('key:1', under, MIDNIGHT, 301)).toMatchObject({
      isAdmitted: false,
      rateLimit: '"second";r=2;t=1, "day";r=300;t=86400',
      limit: 1_000,
      remaining: 300,
      retryAfterSeconds: 86_400,
    });
    expect(take('key:1', under, MIDNIGHT, 300).rateLimit).toBe('"second";r=1;t=1, "day";r=0;t=86400');
  });

  test('a refund returns what was taken in windows that have not ended', () => {
    const { limiter, policy, take } = build();
    const under = policy(1, 2);
    take('key:1', under, MIDNIGHT);
    limiter.refund('key:1', under, MIDNIGHT, MIDNIGHT + 10);
    expect(take('key:1', under, MIDNIGHT + 20).rateLimit).toBe('"second";r=0;t=1, "day";r=1;t=86400');
    limiter.refund('key:1', under, MIDNIGHT + 20, MIDNIGHT + 1_000);
    expect(take('key:1', under, MIDNIGHT + 1_000).rateLimit).toBe('"second";r=0;t=1, "day";r=1;t=86399');
    expect(take('key:1', under, MIDNIGHT + 1_000).isAdmitted).toBe(false);
  });

  test('changed quotas apply from the next request, up and down', () => {
    const { policy, take } = build();
    const seen = [2, 2, 2, 4, 4, 4, 1].map((perSecond) => take('key:1', policy(perSecond, 100), MIDNIGHT));
    expect(seen.map((verdict) => `${verdict.isAdmitted} ${verdict.remaining}`)).toEqual([
      'true 1',
      'true 0',
      'false 0',
      'true 1',
      'true 0',
      'false 0',
      'false 0',
    ]);
  });

  test('a request that read the clock before others does not reopen the previous window', () => {
    const { policy, take } = build();
    const at = (ms: number) => take('key:1', policy(1), MIDNIGHT + ms).isAdmitted;
    expect([at(1_000), at(990), at(1_010)]).toEqual([true, false, false]);
  });

  test('a clock set back by an hour does not refuse callers for an hour', () => {
    const { policy, take } = build();
    const at = (ms: number) => take('key:1', policy(1, 100), MIDNIGHT + ms).isAdmitted;
    expect([at(0), at(-3_600_000), at(-3_599_000), at(-3_599_000)]).toEqual([true, true, true, false]);
  });
});

describe('B6: the day survives a restart', () => {
  test('the next process starts from the snapshot', () => {
    const before = build();
    const under = before.policy(10, 10);
    for (let i = 0; i < 4; i++) before.take('key:1', under, MIDNIGHT);
    before.take('key:2', under, MIDNIGHT, 3);
    before.limiter.settle(MIDNIGHT + 50);
    const rows = before.settlement.snapshot();
    expect(rows).toEqual([
      { subject: 'key:1', day: dayOf(MIDNIGHT).id, count: 4 },
      { subject: 'key:2', day: dayOf(MIDNIGHT).id, count: 3 },
    ]);

    const after = build();
    after.settlement.restore(rows);
    expect(after.take('key:1', after.policy(10, 10), MIDNIGHT + 5_000).rateLimit).toContain('"day";r=5;');
    expect(after.take('key:2', after.policy(10, 10), MIDNIGHT + 5_000).rateLimit).toContain('"day";r=6;');
    expect(after.take('key:3', after.policy(10, 10), MIDNIGHT + 5_000).rateLimit).toContain('"day";r=9;');
  });

  test('the counts of another day are not restored', () => {
    const { policy, settlement, take } = build();
    settlement.restore([{ subject: 'key:1', day: dayOf(MIDNIGHT - 1).id, count: 10 }]);
    expect(take('key:1', policy(10, 10), MIDNIGHT).rateLimit).toContain('"day";r=9;');
  });

  test('a snapshot has only what changed since the last one', () => {
    const { limiter, policy, settlement, take } = build();
    const under = policy(10, 10);
    const snapshotAt = (ms: number) => {
      limiter.settle(MIDNIGHT + ms);
      return settlement.snapshot().map(({ subject, count }) => `${subject} ${count}`);
    };
    take('key:1', under, MIDNIGHT);
    take('registrar:1', policy(10), MIDNIGHT);
    expect(snapshotAt(50)).toEqual(['key:1 1']);
    expect(snapshotAt(100)).toEqual([]);
    take('key:2', under, MIDNIGHT + 120);
    take('key:1', under, MIDNIGHT + 120);
    take('key:1', under, MIDNIGHT + 120);
    expect(snapshotAt(150)).toEqual(['key:2 1', 'key:1 3']);
  });
});

describe('memory is bounded', () => {
  test('a flood of subjects stays within the capacity, and subjects in regular use are kept', () => {
    const { limiter, policy, settlement, take } = build();
    const under = policy(1_000_000, 1_000_000);
    let verdict = take('key:1', under, MIDNIGHT);
    for (let i = 0; i < 20_000; i++) {
      take(`key:${i + 2}`, under, MIDNIGHT + i / 100);
      if (i % 100 === 0) verdict = take('key:1', under, MIDNIGHT + i / 100);
      if (i % 5_000 === 0) limiter.settle(MIDNIGHT + i / 100);
    }
    expect(limiter.size).toBeLessThanOrEqual(1_000);
    expect(settlement.size).toBeLessThanOrEqual(1_000);
    expect(verdict.remaining).toBe(1_000_000 - 201);
  });

  test('a worker drops idle subjects after two minutes, but their count for the day is kept', () => {
    const { limiter, policy, take } = build();
    take('key:1', policy(10, 10), MIDNIGHT);
    for (let ms = 0; ms <= 130_000; ms += 100) limiter.settle(MIDNIGHT + ms);
    expect(limiter.size).toBe(0);
    expect(take('key:1', policy(10, 10), MIDNIGHT + 130_000).rateLimit).toContain('"day";r=8;');
  });

  test('a subject without requests for a whole day is dropped', () => {
    const { policy, settlement, take } = build();
    take('key:1', policy(10, 10), MIDNIGHT);
    for (let days = 0; days <= 2; days++) take('key:2', policy(10, 10), MIDNIGHT + days * DAY_MS);
    expect(settlement.size).toBe(1);
  });
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('a quota of %d is refused', (quota) => {
  const { policy } = build();
  expect(() => policy(quota)).toThrow(`The limit per second must be a whole number of at least 1, not ${quota}.`);
});
