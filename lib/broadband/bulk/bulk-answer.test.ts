import { expect, test, vi } from 'vitest';
import { bulkAnswer } from './bulk-answer.ts';

const points = (count: number) => ({ count, textsOf: (at: number) => ({ y: '-41', x: `174.${at + 1}` }) });

function answersIn(msEach: number, length = 10) {
  let nowMs = 0;
  const answers = {
    inSnapshot: <T>(work: () => T) => work(),
    answerAt: (_point: unknown, x: string) => {
      nowMs += msEach;
      return x.padEnd(length, ' ');
    },
  };
  return { answers, clock: () => nowMs };
}

test('a piece takes 2 ms at most, and ends earlier when it is long', () => {
  const slow = answersIn(1);
  const body = bulkAnswer(points(5), slow.answers, slow.clock, () => undefined);
  const lines = [];
  for (let piece = body.next(); piece !== undefined; piece = body.next())
    lines.push(String(piece).trimEnd().split('\n').length);
  expect(lines).toEqual([2, 2, 1]);

  const long = answersIn(0, 40_000);
  const longBody = bulkAnswer(points(3), long.answers, long.clock, () => undefined);
  expect(longBody.next()).toHaveLength(80_002);
  expect(longBody.next()).toHaveLength(40_001);
  expect(longBody.next()).toBeUndefined();
});

test('ending the body calls its end handler', () => {
  const onEnd = vi.fn();
  const { answers, clock } = answersIn(0);
  bulkAnswer(points(1), answers, clock, onEnd).end();
  expect(onEnd).toHaveBeenCalledOnce();
});
