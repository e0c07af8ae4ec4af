import { describe, expect, test } from 'vitest';
import { commonest } from './common-passwords.ts';
import { passwordFault } from './password.ts';

const email = 'marama@example.nz';

describe('a password that may be chosen', () => {
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

describe('a password that is refused', () => {
  test.each([
    ['11 characters', 'kererū blue', /at least 12/],
    ['11 letters, two of them composed of two', 'kereru\u0304 blue', /this one has 11/],
    ['201 characters', `${'xk'.repeat(100)}z`, /at most 200/],
    ['a common one in a row with itself', 'passwordpassword', /commonest/],
    ['a common one with digits', 'password1234', /commonest/],
    ['a common one in capitals, with a year and a sign', 'PassWord2026!', /commonest/],
    ['three common ones', 'dragonmonkeyshadow', /commonest/],
    ['a long common one', '1qaz2wsx3edc', /commonest/],
    ['one character again and again', 'aaaaaaaaaaaaaa', /commonest/],
    ['the alphabet', 'abcdefghijklmnop', /commonest/],
    ['digits up and down', '123456789987654321', /commonest/],
    ['the e-mail address', 'Marama@Example.nz1', /e-mail/],
    ['the name in the e-mail address', 'my-name-is-MARAMA', /e-mail/],
  ])('%s', (_case, password, sentence) => {
    expect(passwordFault(password, email)).toMatch(sentence);
  });

  test('every one of the 1,000 commonest, and each of them twice', () => {
    expect(commonest).toHaveLength(1000);
    expect(new Set(commonest).size).toBe(1000);
    const passing = commonest.filter((word) => passwordFault(word, email) === undefined);
    expect(passing).toEqual([]);
    const doubled = commonest.filter((word) => word.length >= 6).map((word) => word + word);
    expect(doubled.filter((word) => passwordFault(word, email) === undefined)).toEqual([]);
  });
});
