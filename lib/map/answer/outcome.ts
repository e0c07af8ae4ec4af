import type { TechnologyResult } from './answer.ts';

/** The outcome of a question to the broadband API, as the page shows it. */
export type Outcome =
  | { readonly kind: 'answered'; readonly results: readonly TechnologyResult[] }
  /** Nothing is available, planned or underway here. */
  | { readonly kind: 'nothing here' }
  | { readonly kind: 'outside' }
  | { readonly kind: 'page too old' }
  | { readonly kind: 'limit reached'; readonly retryAfterSeconds: number | undefined }
  | { readonly kind: 'offline' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'fault'; readonly requestId: string | undefined };

/**
 * Reuses the objects of unchanged technologies from the outcome before, so that React need not render them again: answers
 * for points near each other differ little.
 */
export function keepUnchanged(before: Outcome | undefined, after: Outcome): Outcome {
  if (before?.kind !== 'answered' || after.kind !== 'answered') return after;
  const known = new Map(before.results.map((result) => [JSON.stringify(result), result]));
  return { ...after, results: after.results.map((result) => known.get(JSON.stringify(result)) ?? result) };
}

/** Whether the question was not answered. "Nothing here" and "outside" are answers. */
export function isFault({ kind }: Outcome): boolean {
  return kind !== 'answered' && kind !== 'nothing here' && kind !== 'outside';
}
