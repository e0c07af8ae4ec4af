import { expect, test } from 'vitest';
import { keyStateOf, soonMs } from './key-state.ts';

const now = 1_000_000;
test.each([
  ['never ends', null, null, 'works'],
  ['ends beyond 30 days', now + soonMs + 1, null, 'works'],
  ['ends in 30 days', now + soonMs, null, 'expiring'],
  ['ends in a millisecond', now + 1, null, 'expiring'],
  ['ends now', now, null, 'expired'],
  ['was revoked, whatever its end date', now + soonMs + 1, now, 'revoked'],
] as const)('a key that %s', (_what, expiresAt, revokedAt, state) => {
  expect(keyStateOf({ expiresAt, revokedAt }, now)).toBe(state);
});
