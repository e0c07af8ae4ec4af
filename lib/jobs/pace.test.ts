import { describe, expect, test } from 'vitest';
import { Pace, timeLeft } from './pace.ts';

const total = 100_000;

/** The share that is done at a share of the time, 0 to 1, which only grows. */
type Course = (time: number, seconds: number) => number;

/** A random number from 0 to 1 for each whole number, the same in each run. */
const noise = (place: number) => {
  const value = Math.sin(place * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
};

/** A course of steps that take random times of very different length, as areas of very different size do. */
function uneven(steps: number): Course {
  const lengths = Array.from({ length: steps }, (_, step) => Math.exp(2 * noise(step)));
  const sum = lengths.reduce((all, length) => all + length, 0);
  const ends: number[] = [];
  for (const length of lengths) ends.push((ends.at(-1) ?? 0) + length / sum);
  return (time) => ends.filter((end) => end <= time).length / steps;
}

const courses: readonly [string, Course][] = [
  ['steady', (time) => time],
  ['ever slower, at the end a third as fast', (time) => 1.5 * time - 0.5 * time ** 2],
  ['ever faster, at the end three times as fast', (time) => 0.5 * time + 0.5 * time ** 2],
  ['in steps of very different length', uneven(2000)],
  ['in two bursts a second', (time, seconds) => Math.floor(time * 2 * seconds) / (2 * seconds)],
  ['swinging around its mean', (time) => time + 0.01 * Math.sin(40 * time)],
];

/** What is estimated at each second of a stage that takes `seconds`, reported 20 times a second, and what is right. */
function* estimates(course: Course, seconds: number) {
  const pace = new Pace(0);
  for (let tick = 1; tick < seconds * 20; tick++) {
    const at = tick * 50;
    const done = Math.floor(total * course(at / 1000 / seconds, seconds));
    pace.add(done, at);
    if (at % 1000 === 0) yield { at, left: timeLeft(done, total, pace.rate(at)), right: seconds * 1000 - at };
  }
}

describe.each([20, 60, 600])('of a stage of %i seconds', (seconds) => {
  test.each(courses)('the time left is right within a factor of two after 5 seconds: %s', (_name, course) => {
    for (const { at, left, right } of estimates(course, seconds)) {
      // near the end a moment is a large share of what is left
      if (at < 5000 || right < Math.max(3000, 50 * seconds)) continue;
      const factor = (left ?? Number.POSITIVE_INFINITY) / right;
      expect([at, factor > 0.5 && factor < 2, factor]).toEqual([at, true, factor]);
    }
  });
});

test.each([
  ['slows down', 0.2],
  ['speeds up', 5],
])(
  'after a stage suddenly %s, the estimate is right again within a factor of two after as long again as its window',
  (_what, factor) => {
    const pace = new Pace(0);
    for (let at = 50; at <= 30_000; at += 50) pace.add(at, at);
    for (let at = 30_050; at <= 45_050; at += 50) pace.add(30_000 + (at - 30_000) * factor, at);
    const rate = pace.rate(45_050) ?? 0;
    expect(rate / (1000 * factor)).toBeGreaterThan(0.5);
    expect(rate / (1000 * factor)).toBeLessThan(2);
  },
);

test('a stage without progress gets slower with each second', () => {
  const pace = new Pace(0);
  for (let at = 50; at <= 6000; at += 50) pace.add(at, at);
  expect(pace.rate(6000)).toBeCloseTo(1000, 0);
  expect(pace.rate(7500)).toBeCloseTo(1000, 0);
  expect(pace.rate(20_000)).toBeLessThan(250);
});

test('what was done before the stage was watched does not count', () => {
  const pace = new Pace(0, 5000);
  for (let at = 50; at <= 2000; at += 50) pace.add(5000 + at, at);
  expect(pace.rate(2000)).toBeCloseTo(1000, 0);
});

test('the window is bounded however often and long is reported', () => {
  const pace = new Pace(0);
  for (let at = 1; at < 200_000; at += 1) pace.add(at, at);
  expect(pace.rate(200_000)).toBeCloseTo(1000, 0);
});

test.each([
  ['in its first second', 500, 999],
  ['while nothing is done', 0, 5000],
])('nothing is said %s', (_when, done, at) => {
  const pace = new Pace(0);
  pace.add(done, at);
  expect(pace.rate(at)).toBeUndefined();
});

test('the time left is unknown without a total, and nothing at the end', () => {
  expect(timeLeft(50, 0, 10)).toBeUndefined();
  expect(timeLeft(50, 100, null)).toBeUndefined();
  expect(timeLeft(100, 100, 10)).toBe(0);
  expect(timeLeft(120, 100, 10)).toBe(0);
  expect(timeLeft(50, 100, 10)).toBe(5000);
  // at the pace of one slow step it would be 38 days
  expect(timeLeft(1, 1_000_000, 0.3)).toBeUndefined();
});
