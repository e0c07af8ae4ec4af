/** How a request ended, as staff speak of it. */
export const outcomes = [
  'answered',
  'not let in',
  'over the limit',
  'wrong question',
  'our fault',
  'left early',
] as const;
export type Outcome = (typeof outcomes)[number];

/** The outcome that a status says: every one of B2, B3 and R13. */
export function outcomeOf(status: number): Outcome {
  if (status === 0) return 'left early';
  if (status < 400) return 'answered';
  if (status === 401 || status === 403) return 'not let in';
  if (status === 429) return 'over the limit';
  return status < 500 ? 'wrong question' : 'our fault';
}
