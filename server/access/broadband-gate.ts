import { type KeyRecord, keyByHash } from '#db/access/keys.ts';
import { connections } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { hashApiKey, isApiKeyShape, isApiKeyUsable } from '#lib/access/keys/api-key.ts';
import { type KeyScope, lackingScopes } from '#lib/access/keys/scopes.ts';
import { isOwnPageRequest } from '#lib/access/keys/site-key.ts';
import { keyPerDay, keyPerSecond, type Policy } from '#lib/access/limit/policy.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { damagedAnswer, staleAnswer, unpublishedAnswer } from '#lib/http/endpoint.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { readParameters } from '#lib/http/parameters.ts';
import type { ApiRequest } from '#lib/http/target.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { processWide } from '#lib/process-wide.ts';
import { OWN_MAP } from '#lib/usage/batch.ts';
import type { ApiReason } from '#lib/words/api.ts';
import { isNodeStale } from '#server/cluster/node-state.ts';
import { isDamaged } from '#server/process/faults.ts';
import { type Admission, admissionOf, hasLimits, limits, refusalOf } from './limits.ts';
import { isPublished } from './published.ts';
import { isSiteKey } from './site-key.ts';

/** The most keys in the cache; when it is full, it is emptied. */
const maxCachedKeys = 100_000;

/** A public path that asks for a key. */
export interface KeyedPath {
  readonly scopes: readonly KeyScope[];
}

/** A key with the limits of its requests. */
export interface CachedKey {
  readonly record: KeyRecord;
  /** Its name in the log. */
  readonly subject: string;
  /** Its name in the limits. */
  readonly limitSubject: string;
  readonly policy: Policy;
}

/** Keys by their text, until any key changes. */
const keyCache = () =>
  processWide('key-cache', () => new GenerationCache('keys', () => new Map<string, CachedKey>())).get(
    connections().reader,
  );
const findByHash = () => processWide('key-by-hash', () => keyByHash(connections().reader));

type OnOwnPage = (request: ApiRequest, exchange: Exchange) => Admission | Promise<Admission>;

/**
 * Admits a request with a valid key that may use the path, within its limits (N1, N9, N16, B6); otherwise refuses it with
 * 400, 401, 403 or 429.
 *
 * @param onOwnPage admits the map's own key; it is refused if omitted
 */
export function admitKey(
  request: ApiRequest,
  exchange: Exchange,
  path: KeyedPath,
  onOwnPage: OnOwnPage = unauthorised,
): Admission | Promise<Admission> {
  return recognise(request, exchange, path, takeRequest, onOwnPage);
}

/** Counts a request of an identified key. */
export function takeRequest(key: CachedKey, nowMs: number): Admission | Promise<Admission> {
  return andThen(limits().takeAccount(key.limitSubject, key.policy, nowMs), admissionOf);
}

/**
 * Identifies the key of a request (N1, N9) and calls `onKey` if it may use the path (N16); otherwise refuses the request
 * with 400, 401, 403 or 429.
 */
export function recognise<Admitted>(
  request: ApiRequest,
  exchange: Exchange,
  { scopes }: KeyedPath,
  onKey: (key: CachedKey, nowMs: number) => Admitted,
  onOwnPage: OnOwnPage,
): Admitted | Admission | Promise<Admission> {
  if (isDamaged('broadband')) return { ok: false, answer: damagedAnswer() };
  if (isNodeStale()) return { ok: false, answer: staleAnswer() };
  if (!isPublished('broadband')) return { ok: false, answer: unpublishedAnswer('broadband') };
  const given = keysOf(request);
  if (given.length > 1) {
    return { ok: false, answer: errorAnswer(400, { code: 'parameter-repeated', name: 'api_key' }) };
  }
  const text = given[0] ?? request.headers.get('x-api-key') ?? '';
  const cache = keyCache();
  let key = cache.get(text);
  if (key === undefined) {
    // under plain `next start` requests are not counted, so none is admitted
    if (!isApiKeyShape(text) || !hasLimits()) return unauthorised(request, exchange);
    if (isSiteKey(text)) return onOwnPage(request, exchange);
    key = findKey(text);
    if (key === undefined) return unauthorised(request, exchange);
    if (cache.size >= maxCachedKeys) cache.clear();
    cache.set(text, key);
  }

  const nowMs = now();
  if (!isKeyUsable(key.record, request, nowMs)) return unauthorised(request, exchange);
  exchange.subject = key.subject;
  exchange.accountId = key.record.id;
  const lacking = lackingScopes(key.record.scopes, scopes);
  return lacking.length === 0 ? onKey(key, nowMs) : refuseScope(exchange, lacking);
}

/** Refuses a key that may not use a path (N16). It uses up nothing of the key's limits. */
export function refuseScope({ caller }: Exchange, lacking: readonly KeyScope[]): Admission | Promise<Admission> {
  return refusalOf(caller.limitKey, errorAnswer(403, { code: 'scope-missing', lacking }));
}

/** The map's own key is accepted only from pages of this site, with limits per address. */
export function admitOwnPage(request: ApiRequest, exchange: Exchange): Admission | Promise<Admission> {
  const evidence = {
    secFetchSite: request.headers.get('sec-fetch-site') ?? undefined,
    referer: request.headers.get('referer') ?? undefined,
  };
  if (!isOwnPageRequest(evidence, settings().baseUrl)) return unauthorised(request, exchange);
  exchange.subject = 'map';
  exchange.accountId = OWN_MAP;
  return andThen(limits().takeVisitor(exchange.caller.limitKey, now), admissionOf);
}

function findKey(text: string): CachedKey | undefined {
  const record = findByHash()(hashApiKey(text));
  if (record === undefined) return undefined;
  const policy = limits().policy(record.perSecond ?? keyPerSecond, record.perDay ?? keyPerDay);
  return { record, subject: `key:${record.prefix}`, limitSubject: `key:${record.id}`, policy };
}

function isKeyUsable(record: KeyRecord, { headers }: ApiRequest, nowMs: number): boolean {
  const origin = record.origins === null ? undefined : (headers.get('origin') ?? undefined);
  return isApiKeyUsable(record, { origin, nowMs });
}

/** All values of `api_key` in the query, which takes precedence over the header (N9). */
function keysOf({ query }: ApiRequest): string[] {
  const keys: string[] = [];
  for (const [name, value] of readParameters(query)) if (name === 'api_key') keys.push(value);
  return keys;
}

/** Refuses a key that is absent, unknown, expired, or not valid here. */
export function unauthorised(request: ApiRequest, exchange: Exchange): Admission | Promise<Admission> {
  const isGivenElsewhere = request.headers.get('authorization') !== null && request.headers.get('x-api-key') === null;
  const reason: ApiReason =
    isGivenElsewhere && keysOf(request).length === 0
      ? { code: 'key-in-authorization' }
      : { code: 'key-refused', page: `${settings().baseUrl}/developers/ask` };
  return refusalOf(exchange.caller.limitKey, errorAnswer(401, reason, { 'WWW-Authenticate': 'ApiKey' }));
}
