import { errorAnswer } from '#lib/http/answer.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { type OnlyParameters, onlyParameters } from '#lib/http/parameters.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { listedAddress } from '#lib/places/address-id.ts';
import type { ApiReason } from '#lib/words/api.ts';
import { admitKey } from '#server/access/broadband-gate.ts';
import { addressesFor, hasAddresses, longestAddress } from '#server/broadband/addresses.ts';

/** How many addresses are answered: the most, and without `limit`. */
const most = 50;
const usual = 10;

/** `GET /api/2.0/addresses?q=<text>&limit=<n>`: the addresses that a text may mean, the most likely first (N17). */
const handle = endpoint(publicPaths.addresses, (request, exchange) => {
  return andThen(admitKey(request, exchange, publicPaths.addresses), (admitted) => {
    if (!admitted.ok) return admitted.answer;
    const headers = { ...admitted.headers, 'Cache-Control': 'private, no-store' };
    const asked = readAsked(onlyParameters(request.query, ['q', 'limit']));
    if ('code' in asked) return errorAnswer(400, asked, headers);
    if (!hasAddresses()) return errorAnswer(404, { code: 'addresses-not-loaded' }, headers);
    const addresses = addressesFor(asked.text, asked.limit).map(listedAddress);
    return { status: 200, headers, body: JSON.stringify({ addresses }) };
  });
});

function readAsked(
  given: OnlyParameters<'q' | 'limit'> | ApiReason,
): { readonly text: string; readonly limit: number } | ApiReason {
  if ('code' in given) return given;
  const { q: text = '', limit = String(usual) } = given.values;
  if (text.trim() === '') return { code: 'search-empty' };
  if (text.length > longestAddress) return { code: 'search-too-long', length: text.length, most: longestAddress };
  if (!/^[1-9]\d?$/.test(limit) || Number(limit) > most) return { code: 'limit-invalid', most };
  return { text, limit: Number(limit) };
}

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
