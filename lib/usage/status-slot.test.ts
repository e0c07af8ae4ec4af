import { expect, test } from 'vitest';
import { statusOfSlot, statusSlotOf, statusSlots } from './status-slot.ts';

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
