import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statuses, statusOf } from '#lib/registry/status.ts';
import { formatAuckland } from '#lib/time/auckland.ts';
import { parseTimestamp } from '#lib/time/timestamp.ts';
import { droplistAt, droplistText } from '#tests/models/droplist.ts';
import { tries } from '#tests/support/long.ts';
import type { DroplistRow } from './droplist.ts';
import { dropDate, latestCancelledTaken, nextJobs, releaseDate, windowEnd } from './release.ts';

function seconds(text: string): number {
  const parsed = parseTimestamp(text);
  return parsed.valid ? parsed.epochSeconds : expect.fail(`${text} ${parsed.fault}`);
}

function row(domain: string, cancelled: string | null, freeAt: string | null = null): DroplistRow {
  return {
    domain,
    registered: seconds('2011-06-01 09:00:00+12:00'),
    cancelled: cancelled === null ? null : seconds(cancelled),
    freeAt: freeAt === null ? null : seconds(freeAt) * 1000,
  };
}

test('R8, R10: the whole body, ordered by drop date and then by name, both offsets in one list', async () => {
  const rows = [
    row('second.co.nz', '2026-08-23 10:00:00+12:00'),
    row('xn--pneke-g9a.nz', '2026-08-22 23:59:59+12:00'),
    row('first.nz', '2026-08-22 00:00:00+12:00'),
    row('active.nz', null),
    row('later.nz', '2026-08-24 00:00:00+12:00'),
    row('first.co.nz', '2026-05-01 00:00:00+12:00'),
  ];
  const list = await droplistAt(rows, seconds('2026-11-20 15:00:00+13:00') * 1000);
  expect(await droplistText(list.entries, 'json')).toBe(
    '[{"domain":"first.co.nz","registered":"2011-06-01 09:00:00+12:00","cancel_date":"2026-05-01 00:00:00+12:00","release_date":"2026-07-30 00:00:00+12:00","drop_date":"2026-11-21 00:00:34+13:00"},' +
      '{"domain":"first.nz","registered":"2011-06-01 09:00:00+12:00","cancel_date":"2026-08-22 00:00:00+12:00","release_date":"2026-11-20 00:00:00+13:00","drop_date":"2026-11-21 00:00:34+13:00"},' +
      '{"domain":"xn--pneke-g9a.nz","registered":"2011-06-01 09:00:00+12:00","cancel_date":"2026-08-22 23:59:59+12:00","release_date":"2026-11-20 23:59:59+13:00","drop_date":"2026-11-21 00:00:34+13:00"},' +
      '{"domain":"second.co.nz","registered":"2011-06-01 09:00:00+12:00","cancel_date":"2026-08-23 10:00:00+12:00","release_date":"2026-11-21 10:00:00+13:00","drop_date":"2026-11-22 00:00:34+13:00"}]',
  );
  expect(list.entries).toHaveLength(4);
  expect(formatAuckland(list.changesAt)).toBe('2026-11-21 00:00:34+13:00');
});

test('R10: without names it is an empty array', async () => {
  const { entries } = await droplistAt([], seconds('2026-11-20 15:00:00+13:00') * 1000);
  expect(await droplistText(entries, 'json')).toBe('[]');
});

describe('R9, R10: the names on the list around a window', () => {
  const marked = row('marked.nz', '2026-08-22 12:00:00+12:00', '2026-11-21 00:00:34+13:00');
  const missed = row('missed.nz', '2026-08-22 12:00:00+12:00');
  const tomorrow = row('tomorrow.nz', '2026-08-23 12:00:00+12:00');
  const afterTomorrow = row('after-tomorrow.nz', '2026-08-24 12:00:00+12:00');
  const caughtUp = row('caught-up.nz', '2026-08-20 12:00:00+12:00', '2026-11-20 23:59:00+13:00');

  test.each([
    [
      '2026-11-20 23:58:59+13:00',
      '2026-11-20 23:59:00',
      ['caught-up 20 23:59:00', 'marked 21', 'missed 21', 'tomorrow 22'],
    ],
    ['2026-11-20 23:59:59+13:00', '2026-11-21 00:00:34', ['marked 21', 'missed 21', 'tomorrow 22']],
    ['2026-11-21 00:00:00+13:00', '2026-11-21 00:00:34', ['marked 21', 'missed 21', 'tomorrow 22']],
    ['2026-11-21 00:00:33+13:00', '2026-11-21 00:00:34', ['marked 21', 'missed 21', 'tomorrow 22']],
    ['2026-11-21 00:00:34+13:00', '2026-11-22 00:00:34', ['missed 22', 'tomorrow 22', 'after-tomorrow 23']],
    ['2026-11-23 12:00:00+13:00', '2026-11-24 00:00:34', ['after-tomorrow 24', 'missed 24', 'tomorrow 24']],
  ])('at %s, until %s', async (now, changesAt, expected) => {
    const rows = [marked, missed, tomorrow, afterTomorrow, caughtUp];
    const list = await droplistAt(rows, seconds(now) * 1000);
    const entries: { domain: string; drop_date: string }[] = JSON.parse(await droplistText(list.entries, 'json'));
    const shown = entries.map(({ domain, drop_date }) => {
      const [, day, time] = /^2026-11-(\d\d) (.*)\+13:00$/.exec(drop_date) ?? [];
      return `${domain.replace('.nz', '')} ${day}${time === '00:00:34' ? '' : ` ${time}`}`;
    });
    expect(shown).toEqual(expected);
    expect(formatAuckland(list.changesAt).slice(0, 19)).toBe(changesAt);
  });
});

const anyNow = fc.oneof(
  fc.integer({ min: seconds('2026-01-01') * 1000, max: seconds('2029-01-01') * 1000 }),
  fc
    .tuple(
      fc.constantFrom('2026-04-05', '2026-09-27', '2027-04-04', '2027-09-26', '2028-02-29', '2026-11-21'),
      fc.constantFrom(-1000, -1, 0, 33_000, 33_999, 34_000, 34_001),
    )
    .map(([day, ms]) => seconds(day) * 1000 + ms),
);

test('R10: the list has exactly the names that are PendingRelease and drop by the second job, and changes no sooner', async () => {
  const ageSeconds = fc.integer({ min: 85 * 86_400, max: 95 * 86_400 });
  const freeIn = fc.constantFrom(null, -1, 0, 1, 34_000);
  await fc.assert(
    fc.asyncProperty(anyNow, fc.array(fc.tuple(ageSeconds, freeIn), { maxLength: 40 }), async (now, made) => {
      const rows = made.map(([age, free], index) => ({
        domain: `n${index}.nz`,
        registered: 1_000_000_000,
        cancelled: Math.floor(now / 1000) - age,
        freeAt: free === null ? null : now + free,
      }));
      const last = windowEnd(nextJobs(now)[1]);
      const expected = rows
        .filter((one) => statusOf({ row: one, listed: undefined, now }) === statuses.PendingRelease)
        .map((one) => ({ one, drop: one.freeAt ?? dropDate(one.cancelled, now) }))
        .filter(({ drop }) => drop <= last)
        .sort((a, b) => a.drop - b.drop || (a.one.domain < b.one.domain ? -1 : 1))
        .map(({ one, drop }) => ({
          domain: one.domain,
          registered: formatAuckland(one.registered * 1000),
          cancel_date: formatAuckland(one.cancelled * 1000),
          release_date: formatAuckland(releaseDate(one.cancelled) * 1000),
          drop_date: formatAuckland(drop),
        }));
      const list = await droplistAt(rows, now);
      expect(JSON.parse(await droplistText(list.entries, 'json'))).toEqual(expected);
      expect(list.changesAt).toBeGreaterThan(now);
      expect((await droplistAt(rows, list.changesAt - 1)).entries).toEqual(list.entries);
    }),
    { numRuns: tries(1500, 30_000) },
  );
});

test('R10: a selection by the latest cancel date of the second job gives the same list as all rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyNow,
      fc.array(fc.integer({ min: 0, max: 120 * 86_400 }), { maxLength: 40 }),
      async (now, ages) => {
        const rows = ages.map((age, index) => ({
          domain: `n${index}.nz`,
          registered: 1_000_000_000,
          cancelled: Math.floor(now / 1000) - age,
          freeAt: null,
        }));
        const latest = latestCancelledTaken(nextJobs(now)[1]);
        const selected = rows.filter(({ cancelled }) => cancelled <= latest);
        expect(await droplistAt(selected, now)).toEqual(await droplistAt(rows, now));
        expect((await droplistAt(rows, now)).entries).toHaveLength(selected.length);
      },
    ),
    { numRuns: tries(1000, 20_000) },
  );
});
