import { type KeyRecord, keyByHash } from '#db/api-keys.ts';
import { connections } from '#db/client.ts';
import { Held } from '#db/generation.ts';
import { hashApiKey, isApiKeyShape, isApiKeyUsable, KEY_REFUSED_TEXT } from '#lib/access/api-key.ts';
import { isOwnPageRequest } from '#lib/access/site-key.ts';
import { andThen } from '#lib/and-then.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import type { AskedRequest } from '#lib/http/asked-request.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { readParameters } from '#lib/http/parameters.ts';
import { processWide } from '#lib/process-wide.ts';
import { OWN_MAP } from '#lib/usage/batch.ts';
import { limits } from './limits.ts';
import { type Admission, admissionOf, refusalOf } from './refusal.ts';
import { isSiteKey } from './site-key.ts';

/** Limits of a key that has none of its own (B6). */
const defaultPerSecond = 10;
const defaultPerDay = 50_000;

/** The most keys whose records are held in memory; others are looked up anew. */
const mostHeldKeys = 100_000;

/** Key records by the key's text, for as long as no key changes. */
const heldKeys = () =>
  processWide('held-keys', () => new Held('keys', () => new Map<string, KeyRecord>())).get(connections().reader);
const findByHash = () => processWide('key-by-hash', () => keyByHash(connections().reader));

/** Lets the holder of a key in, within its limits (N1, N9, B6); otherwise gives the 400, 401 or 429 that refuses. */
export function admitKey(request: AskedRequest, exchange: Exchange): Admission | Promise<Admission> {
  const given = keysOf(request);
  if (given.length > 1) {
    return { ok: false, answer: errorAnswer(400, 'The parameter "api_key" is given more than once.') };
  }
  const text = given[0] ?? request.headers.get('x-api-key') ?? '';
  if (!isApiKeyShape(text)) return unauthorised(exchange);
  if (isSiteKey(text)) return admitOwnPage(request, exchange);

  const nowMs = now();
  const record = recordOf(text);
  const origin = request.headers.get('origin') ?? undefined;
  if (record === undefined || !isApiKeyUsable({ ...record, allowedOrigins: record.origins ?? [] }, { origin, nowMs })) {
    return unauthorised(exchange);
  }
  exchange.subject = `key:${record.prefix}`;
  exchange.accountId = record.id;
  const policy = limits().policy(record.perSecond ?? defaultPerSecond, record.perDay ?? defaultPerDay);
  return andThen(limits().takeAccount(`key:${record.id}`, policy, nowMs), admissionOf);
}

/** The map's own key counts only for pages of this site, with limits of its own per address. */
function admitOwnPage(request: AskedRequest, exchange: Exchange): Admission | Promise<Admission> {
  const evidence = {
    secFetchSite: request.headers.get('sec-fetch-site') ?? undefined,
    referer: request.headers.get('referer') ?? undefined,
  };
  if (!isOwnPageRequest(evidence, settings().baseUrl)) return unauthorised(exchange);
  exchange.subject = 'map';
  exchange.accountId = OWN_MAP;
  return andThen(limits().takeVisitor(exchange.caller.limitKey, now), admissionOf);
}

function recordOf(text: string): KeyRecord | undefined {
  const held = heldKeys();
  const known = held.get(text);
  if (known !== undefined) return known;
  const record = findByHash()(hashApiKey(text));
  if (record !== undefined) {
    if (held.size >= mostHeldKeys) held.clear();
    held.set(text, record);
  }
  return record;
}

/** Every `api_key` of the query; the query wins over the header (N9). */
function keysOf({ query }: AskedRequest): string[] {
  if (query === '') return [];
  return readParameters(query).flatMap(([name, value]) => (name === 'api_key' ? [value] : []));
}

const unauthorised = (exchange: Exchange) => refusalOf(exchange.caller.limitKey, refused);
const refused: Answer = errorAnswer(401, KEY_REFUSED_TEXT, { 'WWW-Authenticate': 'ApiKey' });
