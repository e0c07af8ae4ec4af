import { expect, test } from 'vitest';
import { SecretBox } from './secrets.ts';

const box = new SecretBox(Buffer.alloc(32, 1));
const secret = Buffer.from('a secret of twenty b');

test('a sealed secret opens again, is unreadable while sealed, and is sealed differently each time', () => {
  const sealed = box.seal(secret, 'totp of staff 3');
  expect(box.open(sealed, 'totp of staff 3')).toEqual(secret);
  expect(sealed.includes(secret)).toBe(false);
  expect(box.seal(secret, 'totp of staff 3')).not.toEqual(sealed);
});

test('a sealed secret does not open for another purpose, with another key, or after a change', () => {
  const sealed = box.seal(secret, 'totp of staff 3');
  expect(box.open(sealed, 'totp of staff 4')).toBeUndefined();
  expect(new SecretBox(Buffer.alloc(32, 2)).open(sealed, 'totp of staff 3')).toBeUndefined();
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(box.open(changed, 'totp of staff 3')).toBeUndefined();
  }
  expect(box.open(Buffer.alloc(5), 'totp of staff 3')).toBeUndefined();
});
