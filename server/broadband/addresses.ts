import { findAddresses, getAddress, getNumberedAddress, searchableLists } from '#db/places/search.ts';
import type { PointAnswers } from '#lib/broadband/bulk/bulk-answer.ts';
import { parsePoint } from '#lib/broadband/point.ts';
import { errorBody } from '#lib/http/answer.ts';
import { addressAnswer, type ListedAddress, listedAddress, parseAddressId } from '#lib/places/address-id.ts';
import { clearAddress } from '#lib/places/typed-address.ts';
import { type ApiReason, apiSentence } from '#lib/words/api.ts';
import { apiReader } from '#server/process/api-reader.ts';

/** The longest text of an address that is looked up, in characters. No address is longer. */
export const longestAddress = 200;
/** How many addresses a line names that an unclear text may mean, of the many that are compared. */
const [mostCandidates, mostCompared] = [10, 100];

/** What was found for one address, or why nothing was. */
export type AddressResult =
  | { readonly ok: true; readonly body: string }
  | { readonly ok: false; readonly status: 400 | 404; readonly reason: ApiReason; readonly body: string };

/** Whether addresses are loaded. */
export function hasAddresses(): boolean {
  return searchableLists(apiReader().connection).includes('addresses');
}

/** The answer for the address with this id (N17). */
export function answerOfId(id: string, answers: PointAnswers): AddressResult {
  const place = placeOf(id);
  const address = place && listedAddress(place);
  if (address?.id === id) return answerAt(address, answers);
  // it does not exist, or it is from before the last import
  return refuse(404, { code: hasAddresses() ? 'address-id-unknown' : 'addresses-not-loaded' });
}

function placeOf(id: string) {
  const parsed = parseAddressId(id);
  if (parsed === undefined) return undefined;
  const { connection } = apiReader();
  return 'linz' in parsed ? getAddress(connection, parsed.linz) : getNumberedAddress(connection, parsed.number);
}

/** The answer for the one address that a text clearly means (N17); otherwise the addresses that it may mean. */
export function answerOfText(text: string, answers: PointAnswers): AddressResult {
  if (!hasAddresses()) return refuse(404, { code: 'addresses-not-loaded' });
  if (text.length > longestAddress)
    return refuse(400, { code: 'search-too-long', length: text.length, most: longestAddress });
  const found = addressesFor(text, mostCompared);
  const meant = clearAddress(text, found);
  if (meant !== undefined) return answerAt(listedAddress(meant), answers);
  if (found.length === 0) return refuse(404, { code: 'address-not-found' });
  const candidates = found.slice(0, mostCandidates).map(listedAddress);
  const reason = { code: 'address-unclear' } as const;
  const body = JSON.stringify({ code: 400, error: apiSentence(reason), candidates });
  return { ok: false, status: 400, reason, body };
}

/** The addresses that a text may mean, the most likely first. */
export function addressesFor(text: string, most: number) {
  return findAddresses(apiReader().connection, text, most);
}

function answerAt(address: ListedAddress, answers: PointAnswers): AddressResult {
  const [x, y] = address.location;
  const parsed = parsePoint(y, x);
  if (!parsed.ok) return refuse(400, { code: 'point-refused', parsed, y, x });
  return { ok: true, body: addressAnswer(address, answers.answerAt(parsed.point, x, y, '2.0')) };
}

function refuse(status: 400 | 404, reason: ApiReason): AddressResult {
  return { ok: false, status, reason, body: errorBody(status, reason) };
}
