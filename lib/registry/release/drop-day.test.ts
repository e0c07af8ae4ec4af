import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aucklandMidnight, dayOf, type EpochMs } from '#lib/time/auckland.ts';
import { tries } from '#tests/support/long.ts';
import { cancelledToDrop } from './drop-day.ts';
import { dropDate } from './release.ts';

const daySeconds = 86_400;

test('exactly the names whose expected drop date is on those days are selected', () => {
  const moment = fc.integer({ min: Date.parse('2026-01-01T00:00Z'), max: Date.parse('2029-01-01T00:00Z') });
  fc.assert(
    fc.property(
      moment,
      fc.integer({ min: -3, max: 95 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.integer({ min: 0, max: 100 * daySeconds }), { minLength: 20, maxLength: 60 }),
      (now: EpochMs, start, length, ages) => {
        const days = { from: aucklandMidnight(now, start), until: aucklandMidnight(now, start + length) };
        const { first, last } = cancelledToDrop(days, now);
        // some are at the edges, where an error of a second would show
        const cancelled = [...ages.map((age) => Math.floor(now / 1000) - age), first - 1, first, last, last + 1];
        for (const at of cancelled.filter((second) => second > 0 && second * 1000 <= now)) {
          const drop = dropDate(at, now);
          expect(`${dayOf(drop)} ${at >= first && at <= last}`).toBe(
            `${dayOf(drop)} ${drop >= days.from && drop < days.until}`,
          );
        }
      },
    ),
    { numRuns: tries(1500, 30_000) },
  );
});
