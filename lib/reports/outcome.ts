/**
 * What staff found out about a visitor's report. `confirmed`: the visitor is right. `corrected`: and a delivery corrects
 * it. `not-so`: the published coverage is right.
 */
export const outcomes = ['confirmed', 'corrected', 'not-so'] as const;
export type Outcome = (typeof outcomes)[number];

/** The outcomes in a word or three, for lists. */
export const outcomeNames: Readonly<Record<Outcome, string>> = {
  confirmed: 'Confirmed',
  corrected: 'Corrected',
  'not-so': 'Coverage is right',
};

/** The outcomes for those who choose one. */
export const outcomeChoices: Readonly<Record<Outcome, string>> = {
  confirmed: 'The visitor is right; it is not corrected yet',
  corrected: 'The visitor is right, and a delivery corrects it',
  'not-so': 'The published coverage is right',
};

/** The longest text that visitors are shown. */
export const mostWords = 1000;

/** Where a visitor sees what came of their report. The token is in the query, which no log of ours has. */
export function outcomeLink(baseUrl: string, token: string): string {
  return `${baseUrl}/report?token=${token}`;
}
