import { expect, test } from 'vitest';
import { Timeline } from './timeline.ts';

const is = (answer: string) => (state: string) => state === answer;

test('while a change is made, both states are right; before and after it only one is', () => {
  const timeline = new Timeline('old');
  expect(timeline.isRight(timeline.oldest, is('new'))).toBe(false);
  timeline.begin('new');
  const sentAt = timeline.oldest;
  expect(timeline.isRight(sentAt, is('old'))).toBe(true);
  timeline.settle();
  // asked for before the end
  expect(timeline.isRight(sentAt, is('old'))).toBe(true);
  expect(timeline.isRight(timeline.oldest, is('old'))).toBe(false);
  expect(timeline.isRight(timeline.oldest, is('new'))).toBe(true);
});

test('a mixture is never right', () => {
  const timeline = new Timeline('200,220');
  timeline.begin('210,200');
  for (const mixture of ['200,200', '210,220']) expect(timeline.isRight(timeline.oldest, is(mixture))).toBe(false);
});

test('once the new state was seen, a request sent later must not see the old one', () => {
  const timeline = new Timeline('old');
  timeline.begin('new');
  const sentBefore = timeline.oldest;
  expect(timeline.isRight(sentBefore, is('new'))).toBe(true);
  expect(timeline.isRight(timeline.oldest, is('old'))).toBe(false);
  // two workers may answer in another order than they were asked in
  expect(timeline.isRight(sentBefore, is('old'))).toBe(true);
});

test('an answer that is the same in both states shows nothing', () => {
  const timeline = new Timeline('old');
  timeline.begin('new');
  expect(timeline.isRight(timeline.oldest, () => true)).toBe(true);
  expect(timeline.isRight(timeline.oldest, is('old'))).toBe(true);
});
