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

/** Adds a request whose steps are told of; `work` is done while its answer is worked out. */
function add(name: string, work: () => void = () => {}): void {
  turns().add(() => {
    happened.push(`${name} worked out`);
    work();
    return () => happened.push(`${name} sent`);
  });
}

test('all requests of a turn are worked out before the first answer is sent, in the order they came in', async () => {
  add('first');
  add('second');
  add('third');
  expect(happened).toEqual([]);
  await nextTurn();
  expect(happened).toEqual([
    'first worked out',
    'second worked out',
    'third worked out',
    'first sent',
    'second sent',
    'third sent',
  ]);
});

test('what comes in while answers are worked out is of the next turn', async () => {
  add('first', () => add('later'));
  await nextTurn();
  expect(happened).toEqual(['first worked out', 'first sent']);
  await nextTurn();
  expect(happened.slice(2)).toEqual(['later worked out', 'later sent']);
});

test('answers that are ready do not wait for many that take long', async () => {
  add('quick');
  add('slow', () => {
    milliseconds += 2;
  });
  add('last');
  await nextTurn();
  expect(happened).toEqual([
    'quick worked out',
    'slow worked out',
    'quick sent',
    'slow sent',
    'last worked out',
    'last sent',
  ]);
});

test('what a turn shares is given back once, when all of it is worked out; outside of turns nothing is shared', async () => {
  const isShared = () => turns().atEnd(() => happened.push('given back'));
  expect(isShared()).toBe(false);
  add('first', () => expect(isShared()).toBe(true));
  add('second');
  await nextTurn();
  expect(happened).toEqual(['first worked out', 'second worked out', 'given back', 'first sent', 'second sent']);
  expect(isShared()).toBe(false);
});
