import { isRecord } from '#lib/map/is-record.ts';
import { parseAnswer } from './answer.ts';
import type { Outcome } from './outcome.ts';

/** The HTTP response; `body` is the parsed JSON, undefined if it is not JSON. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: string | null;
  readonly requestId: string | null;
}

/**
 * Reads the outcome of a reply from its status (N1, B6). A 400 is "outside" only if its text says so (N1). Everything else
 * that is not a complete answer is a fault.
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

function errorText(body: unknown): string {
  return isRecord(body) && typeof body.error === 'string' ? body.error : '';
}

function parseWholeSeconds(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
