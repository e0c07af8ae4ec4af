import { expect, test } from 'vitest';
import { Timeline } from './timeline.ts';

const is = (answer: string) => (state: string) => state === answer;

test('while a change is made, both states are right; before and after it only one is', () => {
  const timeline = new Timeline('old');
  expect(timeline.isRight(timeline.oldestAt(0), is('new'), 1)).toBe(false);
  timeline.begin('new');
  const sentWith = timeline.oldestAt(2);
  expect(timeline.isRight(sentWith, is('old'), 3)).toBe(true);
  timeline.settle(4);
  // asked for before the end
  expect(timeline.isRight(sentWith, is('old'), 5)).toBe(true);
  expect(timeline.isRight(timeline.oldestAt(5), is('old'), 6)).toBe(false);
  expect(timeline.isRight(timeline.oldestAt(5), is('new'), 6)).toBe(true);
});

test('a mixture is never right', () => {
  const timeline = new Timeline('200,220', 1000);
  timeline.begin('210,200');
  for (const mixture of ['200,200', '210,220'])
    expect(timeline.isRight(timeline.oldestAt(0), is(mixture), 1)).toBe(false);
});

test('once the new state was seen, a request sent later must not see the old one', () => {
  const timeline = new Timeline('old');
  timeline.begin('new');
  const sentBefore = timeline.oldestAt(0);
  expect(timeline.isRight(sentBefore, is('new'), 5)).toBe(true);
  expect(timeline.isRight(timeline.oldestAt(5), is('old'), 6)).toBe(false);
  // two workers may answer in another order than they were asked in
  expect(timeline.isRight(sentBefore, is('old'), 6)).toBe(true);
});

test('an answer that is the same in both states shows nothing', () => {
  const timeline = new Timeline('old');
  timeline.begin('new');
  expect(timeline.isRight(timeline.oldestAt(0), () => true, 1)).toBe(true);
  expect(timeline.isRight(timeline.oldestAt(1), is('old'), 2)).toBe(true);
});

test('with a lag, the old state is right for as long after the change was seen or ended, and no longer', () => {
  const timeline = new Timeline('old', 1000);
  timeline.begin('new');
  expect(timeline.isRight(timeline.oldestAt(0), is('new'), 100)).toBe(true);
  timeline.settle(500);
  expect(timeline.isRight(timeline.oldestAt(1099), is('old'), 1200)).toBe(true);
  expect(timeline.isRight(timeline.oldestAt(1100), is('old'), 1200)).toBe(false);
});

test('changes that follow each other within the lag are required one after the other', () => {
  const timeline = new Timeline('first', 1000);
  timeline.begin('second');
  timeline.settle(0);
  timeline.begin('third');
  timeline.settle(600);
  expect(timeline.oldestAt(999)).toBe(0);
  expect(timeline.oldestAt(1000)).toBe(1);
  expect(timeline.oldestAt(1600)).toBe(2);
});
