import { describe, expect, test } from 'vitest';
import { canStandInFor, mentionsStandIn, numbersInPlace, standIn } from './stand-in-point.ts';

test('writes each number of the asked point in the place of the same number of the stand-in', () => {
  expect(numbersInPlace({ latitude: -41.2864, longitude: 174.7762 }, ['-41.28640', '174.77620'])).toEqual({
    '44.91827360': '41.28640',
    '171.82736450': '174.77620',
    '44.9182736': '41.2864',
    '171.8273645': '174.7762',
    '44.918': '41.286',
    '171.827': '174.776',
  });
});

test('longer numbers come before those with which they begin', () => {
  const numbers = Object.keys(numbersInPlace(standIn, ['1', '2']));
  for (const [at, number] of numbers.entries()) {
    expect(
      numbers.slice(0, at).some((before) => number.startsWith(before)),
      number,
    ).toBe(false);
  }
});

describe('can be used', () => {
  test.each([
    [-41.2864, 174.7762, true],
    [-47, 167, true],
    // the Chatham Islands are west of the meridian, so their page says so
    [-44, -176.5, false],
    [10, 174, false],
    [-50, 174, false],
  ])('for %d, %d: %s', (latitude, longitude, expected) => {
    expect(canStandInFor({ latitude, longitude })).toBe(expected);
  });
});

test.each(['44.9182736', '44.92', '44.918° S', '171.83', '171.827364'])('recognises %s as its own', (text) => {
  expect(mentionsStandIn(`at ${text}.`)).toBe(true);
});

test('recognises nothing else as its own', () => {
  expect(mentionsStandIn('41.2864° S, 174.7762° E; 950 Mbps; 44.8')).toBe(false);
});
