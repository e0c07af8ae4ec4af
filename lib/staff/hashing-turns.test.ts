import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { HashingTurns } from './hashing-turns.ts';

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
