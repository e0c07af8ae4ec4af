import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { aucklandMidnight, dayOf, type EpochMs, formatAuckland } from '#lib/time/auckland.ts';
import { parseTimestamp } from '#lib/time/timestamp.ts';
import { noControls } from '#lib/words/controls.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { tries } from '#tests/support/long.ts';
import {
  cancelledToDrop,
  dropDate,
  firstJobTaking,
  latestCancelledTaken,
  latestJob,
  latestWindowEnd,
  nextJobs,
  nextScheduleDate,
  releaseDate,
  stalenessOf,
  windowEnd,
} from './release.ts';

const zone = 'Pacific/Auckland';

function seconds(text: string): number {
  const parsed = parseTimestamp(text);
  return parsed.valid ? parsed.epochSeconds : expect.fail(`${text} ${parsed.fault}`);
}

const ms = (text: string) => seconds(text) * 1000;

describe('R8: the release date is 90 calendar days after the cancel date, at the same wall-clock time', () => {
  test.each([
    ['winter to winter', '2026-05-01 10:00:00+12:00', '2026-07-30 10:00:00+12:00'],
    ['winter to summer', '2026-08-24 10:00:00+12:00', '2026-11-22 10:00:00+13:00'],
    ['summer to winter', '2026-02-01 10:00:00+13:00', '2026-05-02 10:00:00+12:00'],
    ['into the gap of 2026', '2026-06-29 02:30:00+12:00', '2026-09-27 03:30:00+13:00'],
    ['to the gap of 2026, first moment', '2026-06-29 02:00:00+12:00', '2026-09-27 03:00:00+13:00'],
    ['just before the gap of 2026', '2026-06-29 01:59:59+12:00', '2026-09-27 01:59:59+12:00'],
    ['just after the gap of 2026', '2026-06-29 03:00:00+12:00', '2026-09-27 03:00:00+13:00'],
    ['into the doubled hour of 2026', '2026-01-05 02:30:00+13:00', '2026-04-05 02:30:00+12:00'],
    ['to the doubled hour of 2026, first moment', '2026-01-05 02:00:00+13:00', '2026-04-05 02:00:00+12:00'],
    ['just before the doubled hour of 2026', '2026-01-05 01:59:59+13:00', '2026-04-05 01:59:59+13:00'],
    ['just after the doubled hour of 2026', '2026-01-05 03:00:00+13:00', '2026-04-05 03:00:00+12:00'],
    ['from the first 02:30 of 2026-04-05', '2026-04-05 02:30:00+13:00', '2026-07-04 02:30:00+12:00'],
    ['from the second 02:30 of 2026-04-05', '2026-04-05 02:30:00+12:00', '2026-07-04 02:30:00+12:00'],
    ['into the gap of 2027', '2027-06-28 02:30:00+12:00', '2027-09-26 03:30:00+13:00'],
    ['into the doubled hour of 2027', '2027-01-04 02:30:00+13:00', '2027-04-04 02:30:00+12:00'],
    ['from a leap day', '2028-02-29 12:00:00+13:00', '2028-05-29 12:00:00+12:00'],
    ['onto a leap day', '2027-12-01 12:00:00+13:00', '2028-02-29 12:00:00+13:00'],
    ['across a leap day', '2028-02-01 12:00:00+13:00', '2028-05-01 12:00:00+12:00'],
    ['across a February without one', '2027-02-01 12:00:00+13:00', '2027-05-02 12:00:00+12:00'],
    ['across a new year', '2026-12-31 23:59:59+13:00', '2027-03-31 23:59:59+13:00'],
  ])('%s: %s gives %s', (_what, cancelled, release) => {
    expect(formatAuckland(releaseDate(seconds(cancelled)) * 1000)).toBe(release);
  });
});

describe('R9: the first job that takes a name, and the end of its window', () => {
  test.each([
    ['2026-11-20 23:59:59+13:00', '2026-11-21 00:00:00+13:00', '2026-11-21 00:00:34+13:00'],
    ['2026-11-21 00:00:00+13:00', '2026-11-22 00:00:00+13:00', '2026-11-22 00:00:34+13:00'],
    ['2026-11-21 00:00:33+13:00', '2026-11-22 00:00:00+13:00', '2026-11-22 00:00:34+13:00'],
    ['2026-11-21 00:00:34+13:00', '2026-11-22 00:00:00+13:00', '2026-11-22 00:00:34+13:00'],
    ['2026-04-04 23:59:59+13:00', '2026-04-05 00:00:00+13:00', '2026-04-05 00:00:34+13:00'],
    ['2026-04-05 00:00:00+13:00', '2026-04-06 00:00:00+12:00', '2026-04-06 00:00:34+12:00'],
    ['2026-09-26 23:59:59+12:00', '2026-09-27 00:00:00+12:00', '2026-09-27 00:00:34+12:00'],
    ['2026-09-27 03:30:00+13:00', '2026-09-28 00:00:00+13:00', '2026-09-28 00:00:34+13:00'],
    ['2027-04-04 02:30:00+12:00', '2027-04-05 00:00:00+12:00', '2027-04-05 00:00:34+12:00'],
    ['2027-09-26 03:30:00+13:00', '2027-09-27 00:00:00+13:00', '2027-09-27 00:00:34+13:00'],
    ['2028-02-28 23:59:59+13:00', '2028-02-29 00:00:00+13:00', '2028-02-29 00:00:34+13:00'],
    ['2028-02-29 00:00:00+13:00', '2028-03-01 00:00:00+13:00', '2028-03-01 00:00:34+13:00'],
  ])('release date %s is taken by the job of %s', (release, job, end) => {
    expect(formatAuckland(firstJobTaking(seconds(release)))).toBe(job);
    expect(formatAuckland(windowEnd(firstJobTaking(seconds(release))))).toBe(end);
  });
});

describe('R9, R10: the jobs before and after an instant', () => {
  test.each([
    ['2026-11-20 23:59:59+13:00', '2026-11-20', '2026-11-21', ['2026-11-21', '2026-11-22'], '2026-11-20'],
    ['2026-11-21 00:00:00+13:00', '2026-11-21', '2026-11-22', ['2026-11-21', '2026-11-22'], '2026-11-20'],
    ['2026-11-21 00:00:33+13:00', '2026-11-21', '2026-11-22', ['2026-11-21', '2026-11-22'], '2026-11-20'],
    ['2026-11-21 00:00:34+13:00', '2026-11-21', '2026-11-22', ['2026-11-22', '2026-11-23'], '2026-11-21'],
    ['2026-04-04 23:59:59+13:00', '2026-04-04', '2026-04-05', ['2026-04-05', '2026-04-06'], '2026-04-04'],
    ['2026-04-05 00:00:33+13:00', '2026-04-05', '2026-04-06', ['2026-04-05', '2026-04-06'], '2026-04-04'],
    ['2026-04-05 00:00:34+13:00', '2026-04-05', '2026-04-06', ['2026-04-06', '2026-04-07'], '2026-04-05'],
    ['2026-04-05 23:59:59+12:00', '2026-04-05', '2026-04-06', ['2026-04-06', '2026-04-07'], '2026-04-05'],
    ['2026-09-27 23:59:59+13:00', '2026-09-27', '2026-09-28', ['2026-09-28', '2026-09-29'], '2026-09-27'],
    ['2027-04-04 00:00:33+13:00', '2027-04-04', '2027-04-05', ['2027-04-04', '2027-04-05'], '2027-04-03'],
    ['2027-09-26 00:00:34+12:00', '2027-09-26', '2027-09-27', ['2027-09-27', '2027-09-28'], '2027-09-26'],
    ['2028-02-29 00:00:00+13:00', '2028-02-29', '2028-03-01', ['2028-02-29', '2028-03-01'], '2028-02-28'],
    ['2028-02-29 00:00:34+13:00', '2028-02-29', '2028-03-01', ['2028-03-01', '2028-03-02'], '2028-02-29'],
  ])('at %s', (now, latest, next, jobs, lastWindow) => {
    const midnight = (day: string) => seconds(day) * 1000;
    expect(latestJob(ms(now))).toBe(midnight(latest));
    expect(nextScheduleDate(ms(now))).toBe(midnight(next));
    expect(nextJobs(ms(now))).toEqual(jobs.map(midnight));
    expect(latestWindowEnd(ms(now))).toBe(midnight(lastWindow) + 34_000);
  });

  test('a job is next until the last millisecond of its window', () => {
    const job = ms('2026-11-21');
    expect(nextJobs(job + 33_999)[0]).toBe(job);
    expect(nextJobs(job + 34_000)[0]).toBe(ms('2026-11-22'));
    expect(latestWindowEnd(job + 33_999)).toBe(ms('2026-11-20') + 34_000);
    expect(latestWindowEnd(job + 34_000)).toBe(job + 34_000);
  });
});

describe('R9: the drop date of a name that no job has marked', () => {
  test.each([
    ['days before', '2026-08-23 10:00:00+12:00', '2026-10-01 12:00:00+13:00', '2026-11-22 00:00:34+13:00'],
    [
      'released at midnight sharp',
      '2026-08-23 00:00:00+12:00',
      '2026-10-01 12:00:00+13:00',
      '2026-11-22 00:00:34+13:00',
    ],
    [
      'released a second earlier',
      '2026-08-22 23:59:59+12:00',
      '2026-10-01 12:00:00+13:00',
      '2026-11-21 00:00:34+13:00',
    ],
    ['in the window of its job', '2026-08-22 10:00:00+12:00', '2026-11-21 00:00:33+13:00', '2026-11-21 00:00:34+13:00'],
    ['its job has skipped it', '2026-08-22 10:00:00+12:00', '2026-11-21 00:00:34+13:00', '2026-11-22 00:00:34+13:00'],
    ['skipped a month ago', '2026-08-22 10:00:00+12:00', '2026-12-24 08:00:00+13:00', '2026-12-25 00:00:34+13:00'],
    ['into the gap', '2026-06-29 02:30:00+12:00', '2026-09-01 12:00:00+12:00', '2026-09-28 00:00:34+13:00'],
    ['into the doubled hour', '2027-01-04 02:30:00+13:00', '2027-03-01 12:00:00+13:00', '2027-04-05 00:00:34+12:00'],
  ])('%s: cancelled %s, seen at %s', (_what, cancelled, now, drop) => {
    expect(formatAuckland(dropDate(seconds(cancelled), ms(now)))).toBe(drop);
  });
});

// most are within three days of a clock change, at either end of the 90 days
const cancelDates = fc.oneof(
  fc.integer({ min: seconds('1990-01-01'), max: seconds('2100-01-01') }),
  fc
    .tuple(
      fc.integer({ min: 1990, max: 2099 }),
      fc.constantFrom(3, 9),
      fc.constantFrom(0, 90),
      fc.integer({ min: -259_200, max: 259_200 }),
    )
    .map(([year, month, days, offset]) => {
      const change = Temporal.PlainDate.from({ year, month, day: 20 })
        .toZonedDateTime(zone)
        .getTimeZoneTransition('next');
      return Math.floor((change?.subtract({ days }).epochMilliseconds ?? 0) / 1000) + offset;
    }),
);

test('R8, R9: release date, first job and the cancel dates it takes are those of Temporal, 1990 to 2100', () => {
  fc.assert(
    fc.property(cancelDates, (cancelled) => {
      const release = Temporal.Instant.fromEpochMilliseconds(cancelled * 1000)
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .add({ days: 90 })
        .toZonedDateTime(zone, { disambiguation: 'later' });
      expect(releaseDate(cancelled) * 1000).toBe(release.epochMilliseconds);

      // the first midnight after the release date, found by trial
      const job = [0, 1, 2]
        .map((days) => release.toPlainDate().add({ days }).toZonedDateTime(zone).epochMilliseconds)
        .find((midnight) => release.epochMilliseconds < midnight);
      expect(firstJobTaking(releaseDate(cancelled))).toBe(job);
      expect(cancelled <= latestCancelledTaken(job ?? 0)).toBe(true);
      expect(cancelled <= latestCancelledTaken(latestJob((job ?? 0) - 1))).toBe(false);
    }),
    { numRuns: tries(4000, 80_000) },
  );
});

test.each([
  ['2026-04-05'],
  ['2026-07-04'],
  ['2026-09-27'],
  ['2026-12-26'],
  ['2027-04-04'],
  ['2027-09-26'],
  ['2028-02-29'],
])('R9: of every second around the cancel days of the job of %s, exactly those up to the latest are taken', (day) => {
  const job = ms(day);
  const latest = latestCancelledTaken(job);
  for (let cancelled = latest - 90_000; cancelled <= latest + 90_000; cancelled++) {
    const isTaken = releaseDate(cancelled) * 1000 < job;
    if (isTaken !== cancelled <= latest) expect.fail(`${formatAuckland(cancelled * 1000)} is taken: ${isTaken}`);
  }
});

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

const now = Date.parse('2026-11-20T12:00:00+13:00');
const hourMs = 3_600_000;

test('without FEED_MAX_AGE a register of any age is accepted', () => {
  expect(stalenessOf(undefined, now, undefined)).toBeUndefined();
  expect(stalenessOf(0, now, undefined)).toBeUndefined();
});

test('a register exactly as old as FEED_MAX_AGE is accepted', () => {
  expect(stalenessOf(now - 24 * hourMs, now, 24 * hourMs)).toBeUndefined();
});

test('an older one is refused, and the sentence names both limits', () => {
  const importedAt = now - 24 * hourMs - 1;
  const reason = stalenessOf(importedAt, now, 24 * hourMs);
  expect(reason).toEqual({ code: 'register-too-old', importedAt, maxAgeMs: 24 * hourMs });
  expect(reason && reasonWords(reason, noControls)).toBe(
    'The last register file was imported on 19 November 2026, 11:59 am, and FEED_MAX_AGE allows 24 hours. Release jobs run again once a newer file is imported.',
  );
});

test('a register without an import is refused', () => {
  const reason = stalenessOf(undefined, now, hourMs);
  expect(reason).toEqual({ code: 'never-imported', maxAgeMs: hourMs });
  expect(reason && reasonWords(reason, noControls)).toBe(
    'No register file has been imported, and FEED_MAX_AGE allows 1 hour. Release jobs run again once a file is imported.',
  );
});
