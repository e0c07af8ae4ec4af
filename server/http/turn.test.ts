import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { turns } from './turn.ts';

let happened: string[];
let milliseconds: number;
beforeEach(() => {
  happened = [];
  milliseconds = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => milliseconds);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Adds a request that records its steps. `work` runs while its answer is computed. */
function add(name: string, work: () => void = () => {}): void {
  turns().add(() => {
    happened.push(`${name} computed`);
    work();
    return () => happened.push(`${name} sent`);
  });
}

test('all answers of a turn are computed before the first is sent, in the order of their requests', async () => {
  add('first');
  add('second');
  add('third');
  expect(happened).toEqual([]);
  await nextTurn();
  expect(happened).toEqual([
    'first computed',
    'second computed',
    'third computed',
    'first sent',
    'second sent',
    'third sent',
  ]);
});

test('a request that arrives while answers are computed is part of the next turn', async () => {
  add('first', () => add('later'));
  await nextTurn();
  expect(happened).toEqual(['first computed', 'first sent']);
  await nextTurn();
  expect(happened.slice(2)).toEqual(['later computed', 'later sent']);
});

test('computed answers do not wait for many slow ones', async () => {
  add('quick');
  add('slow', () => {
    milliseconds += 2;
  });
  add('last');
  await nextTurn();
  expect(happened).toEqual([
    'quick computed',
    'slow computed',
    'quick sent',
    'slow sent',
    'last computed',
    'last sent',
  ]);
});

test('state shared in a turn is closed once, when all answers are computed; nothing is shared outside of turns', async () => {
  const isShared = () => turns().atEnd(() => happened.push('given back'));
  expect(isShared()).toBe(false);
  add('first', () => expect(isShared()).toBe(true));
  add('second');
  await nextTurn();
  expect(happened).toEqual(['first computed', 'second computed', 'given back', 'first sent', 'second sent']);
  expect(isShared()).toBe(false);
});
