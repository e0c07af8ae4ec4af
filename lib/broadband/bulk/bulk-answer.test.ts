import { expect, test, vi } from 'vitest';
import { bulkAnswer } from './bulk-answer.ts';

function linesIn(count: number, msEach: number, length = 10) {
  let nowMs = 0;
  const lines = {
    count,
    inSnapshot: <T>(work: () => T) => work(),
    lineAt: (at: number) => {
      nowMs += msEach;
      return `174.${at + 1}`.padEnd(length, ' ');
    },
  };
  return { lines, clock: () => nowMs };
}

test('a piece takes 2 ms at most, and ends earlier when it is long', () => {
  const slow = linesIn(5, 1);
  const body = bulkAnswer(slow.lines, slow.clock, () => undefined);
  const lines = [];
  for (let piece = body.next(); piece !== undefined; piece = body.next())
    lines.push(String(piece).trimEnd().split('\n').length);
  expect(lines).toEqual([2, 2, 1]);

  const long = linesIn(3, 0, 40_000);
  const longBody = bulkAnswer(long.lines, long.clock, () => undefined);
  expect(longBody.next()).toHaveLength(80_002);
  expect(longBody.next()).toHaveLength(40_001);
  expect(longBody.next()).toBeUndefined();
});

test('ending the body calls its end handler', () => {
  const onEnd = vi.fn();
  const { lines, clock } = linesIn(1, 0);
  bulkAnswer(lines, clock, onEnd).end();
  expect(onEnd).toHaveBeenCalledOnce();
});
