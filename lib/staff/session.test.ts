import { expect, test } from 'vitest';
import { isSessionAlive, sessionCookie } from './session.ts';

const hour = 3_600_000;
const nowMs = 1_800_000_000_000;

test.each<['password' | 'full', string, number, number, boolean]>([
  ['full', 'just begun', 0, 0, true],
  ['full', 'idle for just under 12 hours', 12 * hour - 1, 12 * hour - 1, true],
  ['full', 'idle for 12 hours', 12 * hour, 12 * hour, false],
  ['full', 'used a moment ago, just under 7 days old', 168 * hour - 1, 0, true],
  ['full', 'used a moment ago, 7 days old', 168 * hour, 0, false],
  ['password', 'waiting for the second factor for just under 10 minutes', hour / 6 - 1, hour / 6 - 1, true],
  ['password', 'waiting for the second factor for 10 minutes', hour / 6, 0, false],
])('a session at the stage %s, %s', (stage, _case, age, idle, alive) => {
  expect(isSessionAlive({ stage, createdAt: nowMs - age, seenAt: nowMs - idle }, nowMs)).toBe(alive);
});

test.each([
  ['https://watea.example', '__Host-watea-session', true],
  ['http://localhost:3000', 'watea-session', false],
])('the cookie at %s', (baseUrl, name, secure) => {
  expect(sessionCookie(baseUrl)).toEqual({
    name,
    options: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: 604_800 },
  });
});
