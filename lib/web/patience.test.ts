import { expect, test } from 'vitest';
import { isPassing, pauseMs } from './patience.ts';

const nowMs = Date.parse('2026-11-26T12:00:00Z');

test.each<[number, string | null, number]>([
  [1, null, 1000],
  [2, null, 2000],
  [4, null, 8000],
  [9, null, 60_000],
  [1, '0', 0],
  [1, '120', 120_000],
  [1, 'Thu, 26 Nov 2026 12:00:30 GMT', 30_000],
  [1, 'Thu, 26 Nov 2026 11:00:00 GMT', 0],
  [3, 'soon', 4000],
])('after attempt %d, Retry-After %s: %d ms', (attempts, retryAfter, ms) => {
  expect(pauseMs(attempts, retryAfter, nowMs)).toBe(ms);
});

test('limits and faults of a server pass, refusals do not', () => {
  expect([408, 429, 500, 503].every(isPassing)).toBe(true);
  expect([200, 206, 301, 400, 401, 403, 404, 412, 416].some(isPassing)).toBe(false);
});
