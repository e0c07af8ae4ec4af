import type { MapPoint } from '#lib/map/degrees.ts';
import { isRecord } from '#lib/map/is-record.ts';
import type { Say } from '#lib/messages/say.ts';
import { parseAnswer, type TechnologyResult } from './answer.ts';
import { formatWait } from './words.ts';

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

function errorText(body: unknown): string {
  return isRecord(body) && typeof body.error === 'string' ? body.error : '';
}

function parseWholeSeconds(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** An outcome without results in words: what happened, and what to do about it. */
export interface OutcomeWords {
  readonly title: string;
  readonly text: string;
  /** What the button does; undefined if asking again would not help. */
  readonly action: 'ask again' | 'reload' | undefined;
}

export type OutcomeWithoutResults = Exclude<Outcome, { kind: 'answered' }>;

/** Puts an outcome into words. `supportEmail` appears only where writing to it helps. */
export function wordsForOutcome(
  say: Say,
  outcome: OutcomeWithoutResults,
  point: MapPoint,
  supportEmail: string,
): OutcomeWords {
  switch (outcome.kind) {
    case 'nothing here':
      return { title: say('outcome.nothing'), text: say('outcome.nothing-text'), action: undefined };
    case 'outside':
      return { title: say('outcome.outside'), text: textForOutside(say, point), action: undefined };
    case 'page too old':
      return { title: say('outcome.old-page'), text: say('outcome.old-page-text'), action: 'reload' };
    case 'limit reached':
      return { title: say('outcome.limit'), text: textForLimit(say, outcome.retryAfterSeconds), action: 'ask again' };
    case 'offline':
      return { title: say('outcome.offline'), text: say('outcome.offline-text'), action: 'ask again' };
    case 'unreachable':
      return { title: say('outcome.unreachable'), text: say('outcome.unreachable-text'), action: 'ask again' };
    case 'fault':
      return {
        title: say('outcome.fault'),
        text: textForFault(say, supportEmail, outcome.requestId),
        action: 'ask again',
      };
  }
}

function textForLimit(say: Say, retryAfterSeconds: number | undefined): string {
  if (retryAfterSeconds === undefined) return say('outcome.limit-text-soon');
  return say('outcome.limit-text', { wait: formatWait(say, retryAfterSeconds) });
}

function textForFault(say: Say, email: string, requestId: string | undefined): string {
  if (requestId === undefined) return say('outcome.fault-text', { email });
  return say('outcome.fault-text-number', { email, number: requestId });
}

/** The most common mistakes are mentioned first. */
function textForOutside(say: Say, { latitude, longitude }: MapPoint): string {
  if (Math.abs(latitude) > 90) return `${say('outcome.outside-swapped')} ${say('outcome.outside-text')}`;
  if (latitude > 0) return `${say('outcome.outside-north')} ${say('outcome.outside-text')}`;
  const isChathams = latitude < -43 && latitude > -45 && (longitude < -175 || longitude > 182);
  return say(isChathams ? 'outcome.outside-chathams' : 'outcome.outside-text');
}
