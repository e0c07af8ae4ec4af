import { expect, test } from 'vitest';
import { generateRecoveryCodes, hashRecoveryCode, matchTotp, PasskeyChallenges, totpSetUp } from './second-factors.ts';

// the secret and the codes of RFC 6238, appendix B, cut to six digits
const secret = Buffer.from('12345678901234567890');

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [2_000_000_000, '279037', 66_666_666],
])('at %d s the code of RFC 6238 is accepted', (seconds, code, step) => {
  expect(matchTotp(secret, code, 0, seconds * 1000)).toBe(step);
});

test.each([
  ['one step early', -30, 37_037_036],
  ['one step late', 30, 37_037_036],
  ['two steps late', 60, undefined],
])('a code that arrives %s', (_case, offSeconds, step) => {
  expect(matchTotp(secret, '081804', 0, (1_111_111_109 + offSeconds) * 1000)).toBe(step);
});

test('a code works once', () => {
  expect(matchTotp(secret, '081804', 37_037_035, 1_111_111_109_000)).toBe(37_037_036);
  expect(matchTotp(secret, '081804', 37_037_036, 1_111_111_109_000)).toBeUndefined();
});

test.each(['', '08180', '0818040', 'abcdef', '０８１８０４'])('"%s" is not a code', (code) => {
  expect(matchTotp(secret, code, 0, 1_111_111_109_000)).toBeUndefined();
});

test('a code may be typed with a space', () => {
  expect(matchTotp(secret, '081 804', 0, 1_111_111_109_000)).toBe(37_037_036);
});

test('the URI names the issuer and the account', () => {
  const { uri, typed } = totpSetUp(secret, 'marama@example.nz');
  expect(uri).toMatch(/^otpauth:\/\/totp\/W%C4%81tea:marama%40example\.nz\?/);
  expect(uri).toContain('secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(typed).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
});

test('ten different codes are made that are easy to copy', () => {
  const codes = generateRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[2-9a-km-np-z]{4}(-[2-9a-km-np-z]{4}){3}$/);
});

test.each(['k3fq-8mzt-w2ph-7xnd', 'K3FQ8MZTW2PH7XND', ' k3fq 8mzt w2ph 7xnd '])('"%s" is the same code', (typed) => {
  expect(hashRecoveryCode(typed)).toBe(hashRecoveryCode('k3fq-8mzt-w2ph-7xnd'));
});

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
