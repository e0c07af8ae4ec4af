import { type KeyRecord, keyByHash } from '#db/access/keys.ts';
import { connections } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { hashApiKey, isApiKeyShape, isApiKeyUsable, KEY_REFUSED_TEXT } from '#lib/access/keys/api-key.ts';
import { isOwnPageRequest } from '#lib/access/keys/site-key.ts';
import { keyPerDay, keyPerSecond } from '#lib/access/limit/defaults.ts';
import type { Policy } from '#lib/access/limit/policy.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import type { ApiRequest } from '#lib/http/api-request.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { readParameters } from '#lib/http/parameters.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { processWide } from '#lib/process-wide.ts';
import { OWN_MAP } from '#lib/usage/batch.ts';
import { type Admission, admissionOf, refusalOf } from './admission.ts';
import { hasLimits, limits } from './limits.ts';
import { isSiteKey } from './site-key.ts';

/** The most keys whose records are held in memory; others are looked up anew. */
const mostHeldKeys = 100_000;

/** A key as its requests are judged and counted. */
export interface HeldKey {
  readonly record: KeyRecord;
  /** In the log, and in the limits. */
  readonly subject: string;
  readonly limitSubject: string;
  readonly policy: Policy;
}

/** Keys by their text, for as long as no key changes. */
const heldKeys = () =>
  processWide('held-keys', () => new GenerationCache('keys', () => new Map<string, HeldKey>())).get(
    connections().reader,
  );
const findByHash = () => processWide('key-by-hash', () => keyByHash(connections().reader));

/** Lets the holder of a key in, within its limits (N1, N9, B6); otherwise gives the 400, 401 or 429 that refuses. */
export function admitKey(request: ApiRequest, exchange: Exchange): Admission | Promise<Admission> {
  return recognise(request, exchange, takeRequest, admitOwnPage);
}

/** Counts a request of a key that was recognised. */
export function takeRequest(key: HeldKey, nowMs: number): Admission | Promise<Admission> {
  return andThen(limits().takeAccount(key.limitSubject, key.policy, nowMs), admissionOf);
}

/** Recognises the holder of a key (N1, N9) and goes on with it; otherwise gives the 400, 401 or 429 that refuses. */
export function recognise<Admitted>(
  request: ApiRequest,
  exchange: Exchange,
  onKey: (key: HeldKey, nowMs: number) => Admitted,
  onOwnPage: (request: ApiRequest, exchange: Exchange) => Admission | Promise<Admission>,
): Admitted | Admission | Promise<Admission> {
  const given = keysOf(request);
  if (given.length > 1) {
    return { ok: false, answer: errorAnswer(400, 'The parameter "api_key" is given more than once.') };
  }
  const text = given[0] ?? request.headers.get('x-api-key') ?? '';
  const held = heldKeys();
  let key = held.get(text);
  if (key === undefined) {
    // nobody counts requests under plain `next start`, so nobody is let in there
    if (!isApiKeyShape(text) || !hasLimits()) return unauthorised(request, exchange);
    if (isSiteKey(text)) return onOwnPage(request, exchange);
    key = findKey(text);
    if (key === undefined) return unauthorised(request, exchange);
    if (held.size >= mostHeldKeys) held.clear();
    held.set(text, key);
  }

  const nowMs = now();
  if (!isKeyUsable(key.record, request, nowMs)) return unauthorised(request, exchange);
  exchange.subject = key.subject;
  exchange.accountId = key.record.id;
  return onKey(key, nowMs);
}

/** The map's own key counts only for pages of this site, with limits of its own per address. */
function admitOwnPage(request: ApiRequest, exchange: Exchange): Admission | Promise<Admission> {
  const evidence = {
    secFetchSite: request.headers.get('sec-fetch-site') ?? undefined,
    referer: request.headers.get('referer') ?? undefined,
  };
  if (!isOwnPageRequest(evidence, settings().baseUrl)) return unauthorised(request, exchange);
  exchange.subject = 'map';
  exchange.accountId = OWN_MAP;
  return andThen(limits().takeVisitor(exchange.caller.limitKey, now), admissionOf);
}

function findKey(text: string): HeldKey | undefined {
  const record = findByHash()(hashApiKey(text));
  if (record === undefined) return undefined;
  const policy = limits().policy(record.perSecond ?? keyPerSecond, record.perDay ?? keyPerDay);
  return { record, subject: `key:${record.prefix}`, limitSubject: `key:${record.id}`, policy };
}

function isKeyUsable(record: KeyRecord, { headers }: ApiRequest, nowMs: number): boolean {
  const origin = record.origins === null ? undefined : (headers.get('origin') ?? undefined);
  return isApiKeyUsable(record, { origin, nowMs });
}

/** Every `api_key` of the query; the query wins over the header (N9). */
function keysOf({ query }: ApiRequest): string[] {
  const keys: string[] = [];
  for (const [name, value] of readParameters(query)) if (name === 'api_key') keys.push(value);
  return keys;
}

/** Refuses a key: absent, unknown, lapsed, or not for this. */
export const unauthorised = (_request: ApiRequest, exchange: Exchange) => refusalOf(exchange.caller.limitKey, refused);
const refused: Answer = errorAnswer(401, KEY_REFUSED_TEXT, { 'WWW-Authenticate': 'ApiKey' });
