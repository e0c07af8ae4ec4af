import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import Negotiator from 'negotiator';
import type { Answer } from './answer.ts';

/** One body in the encodings it is offered in, with what conditional requests compare (RFC 9110). */
export interface Representation {
  readonly identity: { readonly body: Uint8Array; readonly etag: string };
  readonly gzip: { readonly body: Uint8Array; readonly etag: string };
  /** As an HTTP date; whole seconds. */
  readonly lastModified: string;
}

/** Makes a representation of `text`, last changed at `lastModifiedMs` (epoch milliseconds). One strong tag per encoding (R13). */
export function representationOf(text: string, lastModifiedMs: number): Representation {
  const body = Buffer.from(text);
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return {
    identity: { body, etag: `"${digest}"` },
    gzip: { body: gzipSync(body), etag: `"${digest}-gzip"` },
    lastModified: new Date(lastModifiedMs).toUTCString(),
  };
}

/**
 * Answers with the representation, or 304 when the caller already has it (R13): `If-None-Match` by weak comparison
 * against the tags of both encodings, and only without it `If-Modified-Since`.
 *
 * @param headers those that belong to 200 and 304 alike
 */
export function conditionalAnswer(
  request: Headers,
  representation: Representation,
  headers: Readonly<Record<string, string>>,
): Answer {
  const useGzip = prefersGzip(request.get('accept-encoding'));
  const chosen = useGzip ? representation.gzip : representation.identity;
  const common = {
    ...headers,
    ETag: chosen.etag,
    'Last-Modified': representation.lastModified,
    Vary: 'Accept-Encoding',
  };
  if (isUnchanged(request, representation)) return { status: 304, headers: common, body: null };
  return {
    status: 200,
    headers: useGzip ? { ...common, 'Content-Encoding': 'gzip' } : common,
    body: chosen.body,
  };
}

function isUnchanged(request: Headers, { identity, gzip, lastModified }: Representation): boolean {
  const noneMatch = request.get('if-none-match');
  if (noneMatch !== null) {
    if (noneMatch.trim() === '*') return true;
    // an entity tag may hold commas, so the list is scanned for tags, not split at commas
    const tags = noneMatch.match(/"[\x21\x23-\x7e\x80-\xff]*"/g) ?? [];
    return tags.some((tag) => tag === identity.etag || tag === gzip.etag);
  }
  const since = request.get('if-modified-since');
  if (since === null) return false;
  const sinceMs = parseHttpDate(since);
  return sinceMs !== undefined && Date.parse(lastModified) <= sinceMs;
}

const httpDates = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
];

/** An HTTP date (RFC 9110, 5.6.7) in epoch milliseconds; undefined for anything else, which is then ignored. */
export function parseHttpDate(text: string): number | undefined {
  if (!httpDates.some((form) => form.test(text))) return undefined;
  const value = Date.parse(text);
  return Number.isNaN(value) ? undefined : value;
}

function prefersGzip(acceptEncoding: string | null): boolean {
  if (acceptEncoding === null) return false;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  return negotiator.encodings(['gzip', 'identity'])[0] === 'gzip';
}
