import type { ApiRequest } from '#lib/http/api-request.ts';
import { type BodyRefusal, mediaTypeOf, readBodyText, refuseBody } from '#lib/http/body-text.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { parseJsonInPieces } from '#lib/json/parse-in-pieces.ts';
import type { NextPiece } from '#lib/pieces.ts';
import type { ApiReason } from '#lib/words/api.ts';
import { type AskedPoints, linesOf, mostPlaces, pointsOfCsv, pointsOfList } from './asked-points.ts';

/** The addresses of a bulk request, by id or as text, in the order of their answers. */
export interface AskedAddresses {
  readonly kind: 'ids' | 'texts';
  readonly count: number;
  /** What was asked at a place, counted from 0; the reason if it is not a text. */
  textAt(place: number): string | ApiReason;
}

export type AskedPlaces = ({ readonly kind: 'points' } & AskedPoints) | AskedAddresses;

/** The lists that a JSON body may have, one of them. */
const lists = { points: 'points', address_ids: 'ids', addresses: 'texts' } as const;
type ListName = keyof typeof lists;

/**
 * Reads what a bulk request of version 2.0 asks (N17): JSON `{"points":[[lat,lng],…]}`, `{"address_ids":[…]}` or
 * `{"addresses":[…]}`, or CSV, whose first line may say `lat,lng`, and must say `address_id` or `address` for those.
 *
 * @param readBody called once
 * @param nextPiece a long body is read in pieces
 */
export async function readAskedPlaces(
  request: ApiRequest,
  readBody: Exchange['readBody'],
  nextPiece: NextPiece,
): Promise<{ readonly ok: true; readonly places: AskedPlaces } | BodyRefusal> {
  const type = mediaTypeOf(request);
  const isCsv = type === 'text/csv';
  const read = await readBodyText(readBody, isCsv || type === 'application/json', 'application/json or text/csv');
  if (!read.ok) return read;
  const places = isCsv ? placesOfCsv(read.text) : await placesOfJson(read.text, nextPiece);
  return 'code' in places ? refuseBody(400, places) : { ok: true, places };
}

async function placesOfJson(text: string, nextPiece: NextPiece): Promise<AskedPlaces | ApiReason> {
  let value: unknown;
  try {
    value = await parseJsonInPieces(text, nextPiece);
  } catch {
    return { code: 'body-not-json', shape: 'places' };
  }
  const isObject = typeof value === 'object' && value !== null;
  const given = (Object.keys(lists) as ListName[]).filter((name) => isObject && Object.hasOwn(value as object, name));
  const [name, ...others] = given;
  if (name === undefined || others.length > 0) return { code: 'not-one-list', lists: Object.keys(lists) };
  const list = (value as Record<ListName, unknown>)[name];
  if (name === 'points') return ofPoints(pointsOfList(list));
  if (!Array.isArray(list)) return { code: 'addresses-not-a-list', name };
  return addressesOf(lists[name], list.length, (place) => {
    const asked: unknown = list[place];
    return typeof asked === 'string' ? asked : { code: 'address-not-a-text' };
  });
}

function placesOfCsv(text: string): AskedPlaces | ApiReason {
  const title = /^\s*"?(address_id|address)"?\s*(?:\n|$)/i.exec(text)?.[1]?.toLowerCase();
  if (title === undefined) return ofPoints(pointsOfCsv(text));
  const lines = linesOf(text);
  const kind = title === 'address' ? 'texts' : 'ids';
  return addressesOf(kind, lines.length - 1, (place) => unquoted((lines[place + 1] ?? '').trim()));
}

function addressesOf(
  kind: AskedAddresses['kind'],
  count: number,
  textAt: AskedAddresses['textAt'],
): AskedAddresses | ApiReason {
  if (count === 0) return { code: 'no-addresses' };
  return count > mostPlaces ? { code: 'too-many-addresses', most: mostPlaces } : { kind, count, textAt };
}

function ofPoints(points: AskedPoints | ApiReason): AskedPlaces | ApiReason {
  return 'code' in points ? points : { kind: 'points', ...points };
}

/** A CSV value that may be in quotes. */
function unquoted(value: string): string {
  return /^".*"$/s.test(value) ? value.slice(1, -1).replaceAll('""', '"') : value;
}
