import { expect, test } from 'vitest';
import { growthOfAll, judgeGrowth, type MemorySample } from './growth.ts';

const samplesOf = (
  pid: number,
  [from, to]: readonly [number, number],
  megabytesAt: (second: number) => number,
): MemorySample[] =>
  Array.from({ length: (to - from) / 2 + 1 }, (_, place) => {
    const megabytes = megabytesAt(from + 2 * place);
    return { atSeconds: from + 2 * place, pid, what: 'worker', megabytes, anonymous: megabytes / 2 };
  });
const byTime = (...samples: readonly MemorySample[][]) =>
  samples.flat().sort((one, other) => one.atSeconds - other.atSeconds);

test('what a process takes in its first minute does not count, what it takes later does', () => {
  const settling = samplesOf(1, [0, 600], (second) => Math.min(100, 40 + second));
  const leaking = samplesOf(2, [0, 600], (second) => 100 + second / 10);
  const [one, other] = judgeGrowth(byTime(settling, leaking));
  expect(one).toMatchObject({ pid: 1, from: { megabytes: 100 }, to: { megabytes: 100 }, isReplacement: false });
  expect(other?.from.megabytes).toBeCloseTo(109, 0);
  expect(other?.to.megabytes).toBeCloseTo(157, 0);
  expect(growthOfAll([one, other].filter((growth) => growth !== undefined))).toBeCloseTo(257 / 209 - 1, 2);
});

test('a peak that comes back is not growth', () => {
  const peak = samplesOf(1, [0, 600], (second) => (second === 300 ? 500 : 100));
  expect(judgeGrowth(peak)).toMatchObject([{ from: { megabytes: 100 }, to: { megabytes: 100 }, most: 500 }]);
});

test('a process that replaced a killed one is judged from its own start, and one that has ended is not', () => {
  const lasting = samplesOf(1, [0, 600], () => 100);
  const killed = samplesOf(2, [0, 300], () => 100);
  const replacement = samplesOf(3, [302, 600], (second) => (second < 350 ? 20 : 80));
  const late = samplesOf(4, [550, 600], () => 50);
  const growths = judgeGrowth(byTime(lasting, killed, replacement, late));
  expect(growths.map(({ pid, isReplacement }) => [pid, isReplacement])).toEqual([
    [1, false],
    [3, true],
  ]);
  expect(growths[1]?.from.megabytes).toBe(80);
  expect(growthOfAll(growths)).toBe(0);
});
