import { expect, test } from 'vitest';
import { isHidden, rankAt, reachedAmounts, reachOf, speedSteps, stepOf } from './reach.ts';

test.each([
  [0, 0],
  [0.1, 0],
  [19.9, 0],
  [20, 1],
  [99.999, 1],
  [100, 2],
  [299, 2],
  [300, 3],
  [899, 3],
  [900, 4],
  [8000, 4],
])('an offer of %d Mbps counts up to step %d', (mbps, step) => {
  expect(stepOf(mbps)).toBe(step);
});

type RankedOffer = readonly [rank: number, step: number];

/** The reach of a place with offers of these ranks and steps. */
const reach = (...offers: readonly RankedOffer[]) =>
  reachOf((rank, step) => offers.some(([own, at]) => own === rank && at === step));
const ranksOf = (...offers: readonly RankedOffer[]) => speedSteps.map((_, step) => rankAt(reach(...offers), step));

test.each<[string, RankedOffer[], number[]]>([
  ['nothing', [], [0, 0, 0, 0, 0]],
  ['one offer counts at its step and all below', [[3, 2]], [3, 3, 3, 0, 0]],
  [
    'a faster one that is planned counts where nothing better is as fast',
    [
      [3, 1],
      [1, 4],
    ],
    [3, 3, 1, 1, 1],
  ],
  [
    'a worse one that is slower changes nothing',
    [
      [2, 3],
      [1, 1],
    ],
    [2, 2, 2, 2, 0],
  ],
])('the reach of a place: %s', (_, offers, ranks) => {
  expect(ranksOf(...offers)).toEqual(ranks);
});

test('an offer is hidden by what is as good at its step', () => {
  const covered = reach([3, 1], [1, 4]);
  expect([isHidden(covered, { rank: 3, step: 1 }), isHidden(covered, { rank: 1, step: 4 })]).toEqual([true, true]);
  expect([isHidden(covered, { rank: 2, step: 2 }), isHidden(covered, { rank: 3, step: 2 })]).toEqual([false, false]);
});

test('amounts are added up by availability and step; what is not reached counts nowhere', () => {
  const amounts = reachedAmounts([
    [reach([3, 1], [1, 4]), 5],
    [reach([3, 4]), 2],
    [reach(), 100],
  ]);
  expect(amounts).toEqual({ Available: [7, 7, 2, 2, 2], Underway: [0, 0, 0, 0, 0], Planned: [0, 0, 5, 5, 5] });
});
