import type { MapPoint } from './degrees.ts';
import { isRecord } from './is-record.ts';
import { parseTypedPoint, southOf } from './typed-point.ts';

/** The page that answers a search without JavaScript: `/search?q=<text>`. */
export const searchPath = '/search';
/** In characters. No address is longer; links of maps are cut after their point. */
export const longestSearch = 1000;

/** A point on the page of a search, and what is said of it. */
export interface SearchedPoint {
  readonly point: MapPoint;
  readonly note: 'search.point' | 'search.point-swapped' | 'search.point-minus';
}

/** What a search found: points if the text says one, otherwise places. */
export interface SearchResult {
  readonly points: readonly SearchedPoint[];
  readonly places: readonly FoundPlace[];
  readonly notice?: SearchNotice;
}

/** The points that a text of coordinates may mean, the likelier first; none for any other text. */
export function pointsIn(text: string): readonly SearchedPoint[] {
  const typed = parseTypedPoint(text);
  if (typed === undefined) return [];
  const south = southOf(typed.point);
  const here = { point: typed.point, note: typed.isSwapped ? 'search.point-swapped' : 'search.point' } as const;
  return south === undefined ? [here] : [{ point: south, note: 'search.point-minus' }, here];
}

/** A place that the search found, as in the body of `/places`. */
export interface FoundPlace extends MapPoint {
  readonly name: string;
  readonly detail: string;
  readonly isMaori: boolean;
  /** Whether it is in the area that the broadband API covers. */
  readonly isServed: boolean;
  /** The other name by which it was found, if its own does not contain it. */
  readonly alias?: string;
}

/** What a person should know of what was found, or why nothing was. */
export type SearchNotice =
  | {
      readonly code: 'number-not-listed';
      /** As it was typed: `281`. */
      readonly number: string;
      readonly street: string;
      /** The nearest numbers that the street has; none if streets of several towns may be meant. */
      readonly nearest: readonly string[];
    }
  | { readonly code: (typeof notListed)[number] | (typeof noPlaces)[number]['code'] };

/** Addresses and corners that the list lacks. */
const notListed = ['address-not-listed', 'corner-not-listed'] as const;

/** Texts that name no place, in the forms that people type. */
const noPlaces = [
  {
    code: 'near-me',
    form: /^(?:.*\s)?(?:near|close to|around)[\s-]+(?:me|here)$|^(?:(?:use|find)\s+)?(?:my|current)\s+(?:location|address|place|house|home)$|^(?:here|home)$|^where\s+am\s+i\??$/i,
  },
  { code: 'post-box', form: /^(?:p\.?\s?o\.?\s*box|(?:private|locked|post)\s*(?:bag|box))\b/i },
  { code: 'rural-delivery', form: /^(?:r\.?\s?d\.?|rural\s+delivery)\s*\d{1,2}$/i },
  {
    code: 'three-words',
    form: /^(?:(?:https?:)?\/\/(?:www\.)?(?:what3words\.com|w3w\.co)\/|\/{2,3}\s*)[\p{L}-]+(?:\.[\p{L}-]+){2}$|^[\p{L}]{3,}\.[\p{L}]{3,}\.[\p{L}]{3,}$/u,
  },
] as const;

/** Why a text is not the name of any place, with what to do instead: `near me`, `PO Box 12`, `RD 2`, `///a.b.c`. */
export function noPlaceNotice(text: string): SearchNotice | undefined {
  const found = noPlaces.find(({ form }) => form.test(text.trim()));
  return found && { code: found.code };
}

/** The body of `/places`: the places found, and whether the search includes street addresses. */
export interface FoundPlaces {
  /** The point that the text says in a form that only the server reads: NZTM2000, a Topo50 map or a Plus Code. */
  readonly point?: MapPoint;
  readonly places: readonly FoundPlace[];
  /** Whether the first place, or the point, is close enough to what was typed to be taken without a question. */
  readonly isMeant: boolean;
  readonly notice?: SearchNotice;
  readonly hasAddresses: boolean;
}

/** Parses the body of a 200 of `/places`; undefined if it is not valid. */
export function parseFoundPlaces(body: unknown): FoundPlaces | undefined {
  if (!isRecord(body) || !Array.isArray(body.places)) return undefined;
  const { hasAddresses, isMeant, point } = body;
  if (typeof hasAddresses !== 'boolean' || typeof isMeant !== 'boolean') return undefined;
  const places = body.places.filter(isPlace);
  if (places.length !== body.places.length) return undefined;
  const notice = isNotice(body.notice) ? { notice: body.notice } : {};
  return { places, hasAddresses, isMeant, ...notice, ...(isPoint(point) ? { point } : {}) };
}

function isNotice(value: unknown): value is SearchNotice {
  if (!isRecord(value)) return false;
  const { code, number, street, nearest } = value;
  if ([...notListed, ...noPlaces.map((form) => form.code)].some((known) => known === code)) return true;
  const isText = (text: unknown) => typeof text === 'string';
  return (
    code === 'number-not-listed' && [number, street].every(isText) && Array.isArray(nearest) && nearest.every(isText)
  );
}

function isPlace(value: unknown): value is FoundPlace {
  if (!isRecord(value)) return false;
  const { name, detail, latitude, longitude, isMaori, isServed } = value;
  return (
    [name, detail].every((text) => typeof text === 'string') &&
    isPoint({ latitude, longitude }) &&
    [isMaori, isServed].every((flag) => typeof flag === 'boolean') &&
    (value.alias === undefined || typeof value.alias === 'string')
  );
}

function isPoint(value: unknown): value is MapPoint {
  return isRecord(value) && [value.latitude, value.longitude].every((degrees) => Number.isFinite(degrees));
}
