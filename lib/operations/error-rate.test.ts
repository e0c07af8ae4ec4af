import { expect, test } from 'vitest';
import { ErrorWatch, type HourlyCount } from './error-rate.ts';

const hour = Date.parse('2026-11-20T12:00:00+13:00');
const minute = 60_000;

const counts = (ok: number, failed: number, more: Partial<HourlyCount> = {}): HourlyCount[] => [
  { startsAt: hour, api: 'registry', status: 200, count: ok, ...more },
  { startsAt: hour, api: 'registry', status: 503, count: failed, ...more },
];

/** The rates of the registry after samples a minute apart. */
function ratesOf(...samples: HourlyCount[][]) {
  const watch = new ErrorWatch();
  return samples.map((sample, at) => watch.add(sample, hour + at * minute).find(({ api }) => api === 'registry'));
}

test.each([
  ['few errors among few requests are no alarm yet', counts(10, 4), undefined],
  ['1 % is not above 1 %', counts(990, 10), undefined],
  ['more than 1 % is too much, after a minute already', counts(980, 10), true],
  ['everything fails', counts(0, 5), true],
])('%s', (_title, after, isTooHigh) => {
  const [, rate] = ratesOf(counts(0, 0), after);
  expect(rate?.isTooHigh).toBe(isTooHigh);
});

test('only what came in the last five minutes counts, and that it is over is known after five', () => {
  const before = counts(100, 50);
  const after = counts(300, 50);
  const rates = ratesOf(counts(0, 0), before, after, after, after, after, after, after);
  expect(rates.map((rate) => rate?.isTooHigh)).toEqual([undefined, true, true, true, true, true, false, false]);
  expect(rates[6]).toEqual({ api: 'registry', errors: 0, requests: 200, minutes: 5, isTooHigh: false });
});

test('counts go on over the turn of an hour', () => {
  const late = counts(1000, 0, { startsAt: hour - 60 * minute });
  const next = counts(50, 6);
  const rates = ratesOf(late, [...late, ...next]);
  expect(rates[1]).toMatchObject({ errors: 6, requests: 56, isTooHigh: true });
  expect(ErrorWatch.countsFrom(hour + minute)).toBe(hour - 60 * minute);
  expect(ErrorWatch.countsFrom(hour + 10 * minute)).toBe(hour);
});

test('the APIs are watched apart', () => {
  const watch = new ErrorWatch();
  watch.add([], hour);
  const rates = watch.add(counts(0, 9, { api: 'broadband' }), hour + minute);
  expect(rates).toMatchObject([
    { api: 'registry', requests: 0, isTooHigh: undefined },
    { api: 'broadband', errors: 9, isTooHigh: true },
  ]);
});

test('after a pause, or a clock that was set, nothing is known until there are samples again', () => {
  const watch = new ErrorWatch();
  watch.add(counts(0, 0), hour);
  expect(watch.add(counts(0, 100), hour + 30 * minute)).toEqual([]);
  expect(watch.add(counts(0, 200), hour - minute)).toEqual([]);
});
