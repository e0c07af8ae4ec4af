import { describe, expect, test } from 'vitest';
import type { Reason } from '#lib/refusal.ts';
import { wordsOf } from '#tests/support/refusals.ts';
import { mostCommonPasswords } from './common-passwords.ts';
import { passwordFault } from './password.ts';

const email = 'marama@example.nz';

describe('an accepted password', () => {
  test.each([
    'four blue kererū fly',
    'tuatara-kauri-7',
    'ō ā ē ī ū ō ā ē ī ū ō z',
    'x9$kQ2!vL0pR',
    'summer dragon, guitar',
  ])('%s', (password) => {
    expect(passwordFault(password, email)).toBeUndefined();
  });
});

describe('a refused password', () => {
  const common: Reason = { code: 'password-common' };
  const hasEmail: Reason = { code: 'password-has-email' };
  test.each<[string, string, Reason]>([
    ['11 characters', 'kererū blue', { code: 'password-too-short', length: 11, least: 12 }],
    [
      '11 letters, two of them composed of two',
      'kereru\u0304 blue',
      { code: 'password-too-short', length: 11, least: 12 },
    ],
    ['201 characters', `${'xk'.repeat(100)}z`, { code: 'password-too-long', most: 200 }],
    ['a common one repeated', 'passwordpassword', common],
    ['a common one with digits', 'password1234', common],
    ['a common one in capitals, with a year and a sign', 'PassWord2026!', common],
    ['three common ones', 'dragonmonkeyshadow', common],
    ['a long common one', '1qaz2wsx3edc', common],
    ['one character repeated', 'aaaaaaaaaaaaaa', common],
    ['the alphabet', 'abcdefghijklmnop', common],
    ['digits up and down', '123456789987654321', common],
    ['the email address', 'Marama@Example.nz1', hasEmail],
    ['the name in the email address', 'my-name-is-MARAMA', hasEmail],
  ])('%s', (_case, password, reason) => {
    expect(passwordFault(password, email)).toEqual(reason);
  });

  test.each([
    ['a word of it', 'jo-loves-kererū', hasEmail],
    ['a word of it before digits', 'kererū and Jo 77', hasEmail],
    ['repeated', 'jojojojojojo', hasEmail],
    ['with a common one', 'jopassword2026', common],
    ['within other words', 'major jockeys jog', undefined],
  ])('has a name of two letters: %s', (_case, password, reason) => {
    expect(passwordFault(password, 'jo@example.nz')).toEqual(reason);
  });

  test('is refused with a sentence that gives the limit and the length', () => {
    const short = passwordFault('kererū blue', email);
    expect(short && wordsOf(short)).toBe(
      'Use at least 12 characters; this password has 11. A few words in a row work well.',
    );
    expect(wordsOf(common)).toContain('one of the most common passwords');
  });

  test('is each of the 1,000 most common ones, and each of them twice', () => {
    expect(mostCommonPasswords).toHaveLength(1000);
    expect(new Set(mostCommonPasswords).size).toBe(1000);
    const passing = mostCommonPasswords.filter((word) => passwordFault(word, email) === undefined);
    expect(passing).toEqual([]);
    const doubled = mostCommonPasswords.filter((word) => word.length >= 6).map((word) => word + word);
    expect(doubled.filter((word) => passwordFault(word, email) === undefined)).toEqual([]);
  });
});
