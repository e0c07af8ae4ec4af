import { type BodyRefusal, mediaTypeOf, readBodyText, refuseBody } from '#lib/http/body-text.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import type { ApiRequest } from '#lib/http/target.ts';
import { parseJsonInPieces } from '#lib/json/parse-in-pieces.ts';
import type { NextPiece } from '#lib/pieces.ts';
import { findColumn } from '#lib/row-files/columns.ts';
import { csvValuesOf } from '#lib/row-files/csv-head.ts';
import type { ApiReason } from '#lib/words/api.ts';
import { type AskedPoints, headOfBody, mostPlaces, pointsOfCsv, pointsOfList, rowsBelow } from './asked-points.ts';

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
 * `{"addresses":[…]}`, or CSV, whose first line may name the columns of points, and must name `address_id` or `address`,
 * or another usual name of it, for those.
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

/** Points if the first line names their columns or none, and addresses by id rather than by text if it names both. */
export function placesOfCsv(text: string): AskedPlaces | ApiReason {
  const { delimiter, isDeclared, names } = headOfBody(text);
  const [id, address] = [findColumn(names, 'address_id'), findColumn(names, 'address')];
  const hasPoints = findColumn(names, 'latitude') !== -1 && findColumn(names, 'longitude') !== -1;
  const column = id === -1 ? address : id;
  if (column === -1 || hasPoints) return ofPoints(pointsOfCsv(text));
  const rows = rowsBelow(text, isDeclared ? 2 : 1);
  return addressesOf(id === -1 ? 'texts' : 'ids', rows.length, (place) => {
    const row = rows[place] ?? '';
    // the commas of an address separate nothing where it is the only column
    if (names.length === 1) return unquoted(row.trim());
    const values = csvValuesOf(row, delimiter);
    return values.length === names.length
      ? (values[column] ?? '')
      : { code: 'address-line-columns', found: values.length, expected: names.length };
  });
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
