import { expect, test } from 'vitest';
import { PasskeyChallenges } from './passkey-challenge.ts';

const nowMs = 1_800_000_000_000;
const challenges = new PasskeyChallenges(Buffer.alloc(32, 1));
const made = Buffer.from(challenges.make('sign-in', nowMs)).toString('base64url');

test.each([
  ['immediately', made, 'sign-in', nowMs, nowMs + 300_000],
  ['in its last millisecond', made, 'sign-in', nowMs + 299_999, nowMs + 300_000],
  ['after five minutes', made, 'sign-in', nowMs + 300_000, undefined],
  ['for another purpose', made, 'passkey of staff 3', nowMs, undefined],
  ['with a character changed', `A${made.slice(1)}`.replace(made, `B${made.slice(1)}`), 'sign-in', nowMs, undefined],
  ['truncated', made.slice(0, 20), 'sign-in', nowMs, undefined],
  ['empty', '', 'sign-in', nowMs, undefined],
])('a challenge answered %s', (_case, challenge, purpose, atMs, endsAt) => {
  expect(challenges.endOf(challenge, purpose, atMs)).toBe(endsAt);
});

test('a challenge of another installation is refused, and no two challenges are the same', () => {
  const theirs = new PasskeyChallenges(Buffer.alloc(32, 2)).make('sign-in', nowMs);
  expect(challenges.endOf(Buffer.from(theirs).toString('base64url'), 'sign-in', nowMs)).toBeUndefined();
  expect(challenges.make('sign-in', nowMs)).not.toEqual(challenges.make('sign-in', nowMs));
});
