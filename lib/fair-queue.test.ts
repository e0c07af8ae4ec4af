import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const all = (queue: FairQueue<string>) => Array.from({ length: queue.size }, () => queue.take());

test('items of one caller come in the order in which they were added', () => {
  const queue = new FairQueue<string>();
  for (const item of ['1', '2', '3']) queue.add('one', item);
  expect(all(queue)).toEqual(['1', '2', '3']);
  expect(queue.take()).toBeUndefined();
});

test('a caller with one item waits for one of each other caller', () => {
  const queue = new FairQueue<string>();
  for (let at = 0; at < 100; at++) queue.add('flood', `flood ${at}`);
  queue.take();
  expect(queue.leftOfCaller).toBe(99);
  queue.add('one', 'one');
  queue.add('two', 'two');
  expect(all(queue).slice(0, 4)).toEqual(['flood 1', 'one', 'two', 'flood 2']);
});

test('a caller whose items are taken may come again', () => {
  const queue = new FairQueue<string>();
  queue.add('one', '1');
  expect(queue.take()).toBe('1');
  queue.add('one', '2');
  expect(queue.size).toBe(1);
  expect(queue.take()).toBe('2');
  expect(queue.size).toBe(0);
});
