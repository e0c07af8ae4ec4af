import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PageQueue } from './page-queue.ts';

const queueOf = (atOnce: number, mostWaiting: number, longestWaitMs = 10_000) =>
  new PageQueue({ atOnce, mostWaiting, longestWaitMs });

/** Whether a turn has come by now. */
const hasTurn = (turn: Promise<unknown>) => Promise.race([turn.then(Boolean), setImmediate(false)]);

test('so many have their turn at once, and the rest in the order in which they came', async () => {
  const queue = queueOf(2, 10);
  const places = [1, 2, 3, 4].map(() => queue.enter());
  const turns = () => Promise.all(places.map(({ turn }) => hasTurn(turn)));
  expect(await turns()).toEqual([true, true, false, false]);
  places[1]?.leave();
  expect(await turns()).toEqual([true, true, true, false]);
  places[0]?.leave();
  expect(await turns()).toEqual([true, true, true, true]);
});

test('whoever comes when the queue is full has no turn', async () => {
  const queue = queueOf(1, 1);
  const [first, second, third] = [queue.enter(), queue.enter(), queue.enter()];
  expect(await third.turn).toBeUndefined();
  first.leave();
  expect(await second.turn).toBeDefined();
});

test('whoever gives up while waiting lets the next one in', async () => {
  const queue = queueOf(1, 2);
  const [first, second, third] = [queue.enter(), queue.enter(), queue.enter()];
  second.leave();
  expect(await second.turn).toBeUndefined();
  first.leave();
  expect(await third.turn).toBeDefined();
});

test('nobody waits longer than allowed', async () => {
  const queue = queueOf(1, 2, 20);
  const [first, second] = [queue.enter(), queue.enter()];
  expect(await second.turn).toBeUndefined();
  first.leave();
  expect(await queue.enter().turn).toBeDefined();
});

test('a turn that is ended twice makes room once', async () => {
  const queue = queueOf(1, 5);
  const first = queue.enter();
  const end = await first.turn;
  end?.();
  end?.();
  first.leave();
  const [second, third] = [queue.enter(), queue.enter()];
  expect([await hasTurn(second.turn), await hasTurn(third.turn)]).toEqual([true, false]);
});
