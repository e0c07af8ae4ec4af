import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { HashingTurns, hashOfNobody, hashPassword, isPassword } from './password-hash.ts';

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

const refusal = { reason: { code: 'too-many-sign-ins' } };

/** Somebody who hashes until `end`. */
function hasher(turns: HashingTurns) {
  const person = { isRunning: false, hasLeft: false, end: () => {}, done: Promise.resolve() as Promise<unknown> };
  const ended = new Promise<void>((resolve) => {
    person.end = resolve;
  });
  const work = turns.withPlace({ hasLeft: () => person.hasLeft }, (inTurn) =>
    inTurn(async () => {
      person.isRunning = true;
      await ended;
      person.isRunning = false;
    }),
  );
  person.done = work.catch((fault: unknown) => fault);
  return person;
}

test('two passwords are hashed at once, eight wait in their order, and the next is refused', async () => {
  const turns = new HashingTurns();
  const people = Array.from({ length: 11 }, () => hasher(turns));
  expect(await people.at(-1)?.done).toMatchObject(refusal);
  const running = () => people.flatMap(({ isRunning }, at) => (isRunning ? [at] : []));
  for (let first = 0; first < 9; first++) {
    await nextTurn();
    expect(running()).toEqual([first, first + 1]);
    people[first]?.end();
  }
  people[9]?.end();
  await Promise.all(people.map(({ done }) => done));
  const late = hasher(turns);
  late.end();
  expect(await late.done).toBeUndefined();
});

test('those who have left while waiting make room for others', async () => {
  const turns = new HashingTurns();
  const people = Array.from({ length: 10 }, () => hasher(turns));
  for (const person of people.slice(4)) person.hasLeft = true;
  const late = hasher(turns);
  expect(await people[4]?.done).toMatchObject(refusal);
  for (const person of [...people, late]) person.end();
  expect(await late.done).toBeUndefined();
});

test('whoever fails gives up their turn', async () => {
  const turns = new HashingTurns();
  const failing = Array.from({ length: 10 }, () =>
    turns.withPlace({ hasLeft: () => false }, (inTurn) => inTurn(() => Promise.reject(new Error('broken')))),
  );
  for (const each of failing) await expect(each).rejects.toThrow('broken');
  const next = hasher(turns);
  next.end();
  expect(await next.done).toBeUndefined();
});
