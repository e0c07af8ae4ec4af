import { now } from '#lib/clock.ts';
import type { ApiRequest } from '#lib/http/api-request.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import type { RequestKind } from '#lib/http/overload.ts';
import type { FoundPath, PublicPathName } from '#lib/http/public-paths.ts';
import { registrarAt } from '#server/access/allowlist.ts';

const longAnswers: ReadonlySet<PublicPathName> = new Set(['broadbandBulk', 'droplist', 'releasedNames']);

/** The longest query of a request that is not long, in characters; about fifty names. */
const shortQuery = 2000;

/** The kind of a request, by which it is shed (B11), from what is known before it is answered. */
export function requestKind(
  { name, api }: FoundPath,
  { query, headers }: ApiRequest,
  { caller }: Exchange,
): RequestKind {
  if (api === undefined) return 'page';
  if (api === 'registry' && !(caller.known && registrarAt(caller.address, now()) !== undefined)) return 'stranger';
  if (longAnswers.has(name) || query.length > shortQuery || Number(headers.get('content-length')) > shortQuery)
    return 'long';
  return api === 'registry' ? 'registrar' : 'key';
}
