import { expect, test } from 'vitest';
import { outcomeOf } from './outcome.ts';

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
