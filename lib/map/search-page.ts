import type { MapPoint } from './degrees.ts';
import type { FoundPlace } from './found-places.ts';
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
