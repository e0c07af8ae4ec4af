/** How long an old key may go on working once another replaces it. */
export const keyOverlaps = [
  { value: '0', label: 'Ends now', ms: 0 },
  { value: '1h', label: 'Ends in an hour', ms: 3_600_000 },
  { value: '1d', label: 'Ends in a day', ms: 86_400_000 },
  { value: '7d', label: 'Ends in 7 days', ms: 7 * 86_400_000 },
  { value: '30d', label: 'Ends in 30 days', ms: 30 * 86_400_000 },
] as const;
