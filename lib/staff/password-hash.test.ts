import { expect, test } from 'vitest';
import { hashOfNobody, hashPassword, isPassword } from './password-hash.ts';

const parameters = (stored: string) => stored.split('$').slice(1, 4);

test('a password is stored as argon2id and verified, however its characters are composed', async () => {
  const stored = await hashPassword('four blue kererū fly');
  expect(parameters(stored)).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  expect(await isPassword('four blue kereru\u0304 fly', stored)).toBe(true);
  expect(await isPassword('four blue kereru fly', stored)).toBe(false);
  expect(await hashPassword('four blue kererū fly')).not.toBe(stored);
});

test('checking an unknown account takes as long as a known one, and always fails', async () => {
  expect(parameters(hashOfNobody)).toEqual(parameters(await hashPassword('x')));
  expect(await isPassword('', undefined)).toBe(false);
  expect(await isPassword('anything', null)).toBe(false);
});

const byNodeRs = '$argon2id$v=19$m=19456,t=2,p=1$VcW0mvXxZzAN1/XhkqiD5w$XglZrnXy+JQI1BEEt9WIVZThbXaFTFcfmsvYWvYTNU0';

test('a hash that @node-rs/argon2 made still verifies', async () => {
  expect(await isPassword('four blue kererū fly', byNodeRs)).toBe(true);
  expect(await isPassword('four blue kereru fly', byNodeRs)).toBe(false);
});

test.each([
  '',
  '$argon2id$v=19$m=19456,t=2,p=1$VcW0mvXxZzAN1/XhkqiD5w',
  byNodeRs.slice(0, -1),
  `${byNodeRs}=`,
  byNodeRs.replace('argon2id', 'argon2i'),
  byNodeRs.replace('m=19456', 'm=1'),
  byNodeRs.replace('VcW0', '!!!!'),
])('a malformed hash matches no password: %s', async (stored) => {
  expect(await isPassword('four blue kererū fly', stored)).toBe(false);
});

test('hashing leaves the event loop free', async () => {
  const hashed = hashPassword('four blue kererū fly').then(() => 'hashed');
  // comes after everything that is computed here, and before anything that is computed elsewhere
  const free = new Promise((resolve) => process.nextTick(resolve, 'free'));
  expect(await Promise.race([hashed, free])).toBe('free');
  await hashed;
});
