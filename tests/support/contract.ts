import { expect } from 'vitest';
import type { Answered } from './http.ts';

const ofContract =
  /^(?:content-(?:type|encoding)|cache-control|etag|last-modified|allow|www-authenticate|retry-after|x-request-id|access-control-.+|ratelimit.*)$/;

/**
 * The headers that the contract covers. Headers added by Node and Next are left out, and so are `Content-Length` and
 * `Vary`, which Next replaces or extends in its own lane.
 */
export function contractHeaders({ headers }: Answered): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => ofContract.test(name)));
}

const anyId = { 'x-request-id': expect.stringMatching(/^[A-Za-z0-9._-]{1,128}$/) };
const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'RateLimit-Policy, RateLimit, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id',
};

const registryHeaders = { ...anyId, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

/** The contract's headers of every answer of `/1.0/availability`, errors included. */
export const availabilityHeaders = { ...registryHeaders, ...crossOrigin };
/** The same for the errors of `/1.0/droplist`. */
export const droplistHeaders = registryHeaders;
/** The same for everything below `/api`. */
export const broadbandHeaders = {
  ...anyId,
  ...crossOrigin,
  'content-type': 'application/json',
  'cache-control': 'private, no-store',
};

/** What both APIs answer where there is nothing. */
export const nothingHere = {
  registry:
    'There is nothing at this address. What there is: /1.0/availability, /1.0/droplist, /1.0/droplist/released.',
  registryAdditions:
    'There is nothing at this address. What there is: /1.1/availability, /1.1/releases, /1.1/releases/changes.',
  broadband:
    'There is nothing at this address. What there is: /api/1.0/availability/yx/{y}/{x}, /api/1.0/availability/yx, /api/1.0/networks, /api/2.0/availability/address/{id}, /api/2.0/availability/{lat}/{lng}, /api/2.0/availability, /api/2.0/providers, /api/2.0/addresses.',
} as const;

/** What every refused key gets. */
export const keyRefused = 'The api_key is missing or invalid; ask for one at http://localhost:3000/developers/ask.';

/** The limit headers of a registrar with this many requests per second, within its limit. */
export function registrarLimitHeaders(perSecond: number) {
  return {
    'ratelimit-policy': `"second";q=${perSecond};w=1`,
    ratelimit: expect.stringMatching(/^"second";r=\d+;t=1$/),
    'ratelimit-limit': String(perSecond),
    'ratelimit-remaining': expect.stringMatching(/^\d+$/),
    'ratelimit-reset': '1',
  };
}

/** The limit headers of a key that has fewer requests left in this second than in this day. */
export function keyLimitHeaders(perSecond: number, perDay: number) {
  return {
    ...registrarLimitHeaders(perSecond),
    'ratelimit-policy': `"second";q=${perSecond};w=1, "day";q=${perDay};w=86400`,
    ratelimit: expect.stringMatching(/^"second";r=\d+;t=1, "day";r=\d+;t=\d+$/),
  };
}

/** The body of an error (B2), to the byte. */
export function errorText(code: number, error: string): string {
  return JSON.stringify({ code, error });
}
