import { expect, test } from 'vitest';
import { matchTotp, totpSetUp } from './totp.ts';

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
