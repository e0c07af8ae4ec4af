import { describe, expect, test } from 'vitest';
import { stageTimeLeft, waitWords } from './progress.ts';

const progress = { stage: 'check-file' as const, done: 250, total: 1000, stageStartedAt: 10_000 };

describe('the time left of a stage', () => {
  test('is the remaining part at the same pace', () => {
    expect(stageTimeLeft(progress, 20_000)).toBe(30_000);
    expect(stageTimeLeft({ ...progress, done: 1000 }, 20_000)).toBe(0);
    expect(stageTimeLeft({ ...progress, done: 1200 }, 20_000)).toBe(0);
  });

  test.each([
    ['before a stage has started', { ...progress, stageStartedAt: null }, 20_000],
    ['while the total is unknown', { ...progress, total: 0 }, 20_000],
    ['in its first second', progress, 10_999],
    ['before one percent is done', { ...progress, done: 9 }, 20_000],
  ])('is unknown %s', (_when, given, nowMs) => {
    expect(stageTimeLeft(given, nowMs)).toBeUndefined();
  });
});

test.each([
  [0, 'less than 10 seconds'],
  [9999, 'less than 10 seconds'],
  [10_000, 'about 10 seconds'],
  [31_000, 'about 40 seconds'],
  [50_000, 'about 50 seconds'],
  [50_001, 'about a minute'],
  [150_000, 'about 3 minutes'],
  [5_399_000, 'about 2 hours'],
  [7_200_000, 'about 2 hours'],
])('%d ms are written %s', (ms, words) => {
  expect(waitWords(ms)).toBe(words);
});
