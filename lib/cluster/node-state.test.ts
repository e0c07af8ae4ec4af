import { expect, test } from 'vitest';
import { ageOf, type NodeState, usableUntil } from './node-state.ts';

const state: NodeState = {
  isConnected: true,
  sequence: 7,
  behind: 0,
  isSynchronous: true,
  lostNodes: [],
  currentAt: 1000,
  clockAheadMs: 5,
};

test('a node may answer for so long after it was known to have every entry', () => {
  expect(usableUntil(state, 60_000)).toBe(61_000);
  expect(ageOf(state, 31_000)).toBe(30_000);
});

test('a node that knows nothing, or not the time, may not answer', () => {
  const never = Number.NEGATIVE_INFINITY;
  expect(usableUntil(undefined, 60_000)).toBe(never);
  expect(usableUntil({ ...state, currentAt: undefined }, 60_000)).toBe(never);
  expect(usableUntil({ ...state, clockAheadMs: undefined }, 60_000)).toBe(never);
  expect(ageOf(undefined, 5)).toBe(Number.POSITIVE_INFINITY);
  expect(ageOf({ ...state, currentAt: undefined }, 5)).toBe(Number.POSITIVE_INFINITY);
});
