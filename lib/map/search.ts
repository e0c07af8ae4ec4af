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

/** The body of `/places`: the places found, and whether the search includes street addresses. */
export interface FoundPlaces {
  /** The point that the text says in a form that only the server reads: NZTM2000 or a Plus Code. */
  readonly point?: MapPoint;
  readonly places: readonly FoundPlace[];
  readonly hasAddresses: boolean;
}

/** Parses the body of a 200 of `/places`; undefined if it is not valid. */
export function parseFoundPlaces(body: unknown): FoundPlaces | undefined {
  if (!isRecord(body) || !Array.isArray(body.places) || typeof body.hasAddresses !== 'boolean') return undefined;
  const places = body.places.filter(isPlace);
  if (places.length !== body.places.length) return undefined;
  const found = { places, hasAddresses: body.hasAddresses };
  return isPoint(body.point) ? { ...found, point: body.point } : found;
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
