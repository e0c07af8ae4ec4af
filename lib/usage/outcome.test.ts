import { expect, test } from 'vitest';
import { outcomeOf, statusOfSlot, statusSlotOf, statusSlots } from './outcome.ts';

test.each([
  [0, 'abandoned'],
  [200, 'answered'],
  [204, 'answered'],
  [304, 'answered'],
  [400, 'invalid request'],
  [401, 'refused'],
  [403, 'refused'],
  [404, 'invalid request'],
  [429, 'over the limit'],
  [431, 'invalid request'],
  [500, 'server error'],
  [503, 'server error'],
])('%i is: %s', (status, outcome) => {
  expect(outcomeOf(status)).toBe(outcome);
});

test.each([0, 200, 204, 304, 400, 401, 403, 404, 405, 408, 413, 415, 429, 431, 500, 503])(
  '%i is counted as itself',
  (status) => {
    expect(statusOfSlot(statusSlotOf(status))).toBe(status);
  },
);

test.each([
  [206, 200],
  [302, 304],
  [418, 400],
  [502, 500],
  [99, 0],
  [1000, 0],
])('%i, a status that no API gives, is counted as %i', (status, counted) => {
  expect(statusOfSlot(statusSlotOf(status))).toBe(counted);
});

test('no status has a slot beyond the last', () => {
  for (let status = -1; status <= 1000; status++) expect(statusSlotOf(status)).toBeLessThan(statusSlots);
});
