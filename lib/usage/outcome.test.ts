import { expect, test } from 'vitest';
import { outcomeOf } from './outcome.ts';

test.each([
  [0, 'left early'],
  [200, 'answered'],
  [204, 'answered'],
  [304, 'answered'],
  [400, 'wrong question'],
  [401, 'not let in'],
  [403, 'not let in'],
  [404, 'wrong question'],
  [429, 'over the limit'],
  [431, 'wrong question'],
  [500, 'our fault'],
  [503, 'our fault'],
])('%i is: %s', (status, outcome) => {
  expect(outcomeOf(status)).toBe(outcome);
});
