/** How a request ended. The last is a caller that left before the answer. */
export const outcomes = [
  'answered',
  'refused',
  'over the limit',
  'invalid request',
  'server error',
  'abandoned',
] as const;
export type Outcome = (typeof outcomes)[number];

/** The outcome of a status: every one of B2, B3 and R13. */
export function outcomeOf(status: number): Outcome {
  if (status === 0) return 'abandoned';
  if (status < 400) return 'answered';
  if (status === 401 || status === 403) return 'refused';
  if (status === 429) return 'over the limit';
  return status < 500 ? 'invalid request' : 'server error';
}
