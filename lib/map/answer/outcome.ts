import { parseAnswer, type TechnologyResult } from './answer.ts';

/** How a question to the broadband API ended, as the page tells it. */
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

/** What came back over HTTP; `body` is the parsed JSON, undefined when it was none. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: string | null;
  readonly requestId: string | null;
}

/**
 * Tells the outcome of a reply by its status (N1, B6); a 400 is "outside" only when its text says so (N1), anything
 * else that is not a whole answer is a fault of ours.
 */
export function readOutcome({ status, body, retryAfter, requestId }: Reply): Outcome {
  if (status === 401) return { kind: 'page too old' };
  if (status === 429) return { kind: 'limit reached', retryAfterSeconds: parseWholeSeconds(retryAfter) };
  if (status === 400 && errorText(body).includes('out of the service coverage area')) return { kind: 'outside' };
  const results = status === 200 ? parseAnswer(body) : undefined;
  if (results === undefined) return { kind: 'fault', requestId: requestId ?? undefined };
  if (results.every(({ availability }) => availability === 'Not Available')) return { kind: 'nothing here' };
  return { kind: 'answered', results };
}

/**
 * The same outcome, in which each technology that says what it said before is the very object it was before: a page can
 * see at a glance what it need not draw anew. Around one's home most answers differ in little.
 */
export function keepUnchanged(before: Outcome | undefined, after: Outcome): Outcome {
  if (before?.kind !== 'answered' || after.kind !== 'answered') return after;
  const known = new Map(before.results.map((result) => [JSON.stringify(result), result]));
  return { ...after, results: after.results.map((result) => known.get(JSON.stringify(result)) ?? result) };
}

/** Whether the question was not answered at all: that nothing is there is an answer too. */
export function isFault({ kind }: Outcome): boolean {
  return kind !== 'answered' && kind !== 'nothing here' && kind !== 'outside';
}

function errorText(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('error' in body)) return '';
  return typeof body.error === 'string' ? body.error : '';
}

function parseWholeSeconds(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
