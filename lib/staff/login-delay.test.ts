import { expect, test } from 'vitest';
import { type AttemptKind, waitMs } from './login-delay.ts';

const nowMs = 1_800_000_000_000;

test.each<[AttemptKind, number, number, number]>([
  ['account', 0, 0, 0],
  ['account', 2, 0, 0],
  ['account', 3, 0, 1000],
  ['account', 4, 0, 2000],
  ['account', 4, 1500, 500],
  ['account', 4, 2000, 0],
  ['account', 8, 0, 32_000],
  ['account', 9, 0, 60_000],
  ['account', 10_000, 0, 60_000],
  ['account', 10_000, 24 * 3_600_000, 0],
  ['second-factor', 3, 0, 1000],
  ['second-factor', 10_000, 0, 900_000],
  ['address', 9, 0, 0],
  ['address', 10, 0, 1000],
  ['address', 20, 0, 900_000],
  ['address', 10_000, 0, 900_000],
  ['address', 10_000, 3_600_000, 0],
  // setting the clock back never extends the wait
  ['account', 4, -3_600_000, 2000],
])('one %s, %d failures, the last %d ms ago: the next attempt waits %d ms', (kind, failures, agoMs, expected) => {
  expect(waitMs(kind, { failures, lastFailedAt: nowMs - agoMs }, nowMs)).toBe(expected);
});

test('without a failure there is no wait', () => {
  expect(waitMs('account', undefined, nowMs)).toBe(0);
});
