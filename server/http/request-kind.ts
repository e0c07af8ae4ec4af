import { now } from '#lib/clock.ts';
import type { ApiRequest } from '#lib/http/api-request.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import type { RequestKind } from '#lib/http/overload.ts';
import type { FoundPath, PublicPathName } from '#lib/http/public-paths.ts';
import { registrarAt } from '#server/access/allowlist.ts';

const longAnswers: ReadonlySet<PublicPathName> = new Set([
  'broadbandBulk',
  'availabilityInBulk',
  'droplist',
  'releasedNames',
]);

/** The longest query or body of a request that is not long, in characters; about fifty names. */
const short = 2000;

/** The kind of a request, by which it is shed (B11), from what is known before it is answered. */
export function requestKind({ name, api }: FoundPath, request: ApiRequest, { caller }: Exchange): RequestKind {
  if (name === 'health' || name === 'readiness') return 'monitor';
  if (api === undefined) return 'page';
  if (api === 'registry' && !(caller.known && registrarAt(caller.address, now()) !== undefined)) return 'stranger';
  if (longAnswers.has(name) || asksMuch(request)) return 'long';
  return api === 'registry' ? 'registrar' : 'key';
}

/** Whether a request takes long to read already. */
export function asksMuch({ method, query, headers }: ApiRequest): boolean {
  if (query.length > short) return true;
  return method !== 'GET' && Number(headers.get('content-length')) > short;
}
