import { formatPoint, type MapPoint } from '#lib/map/degrees.ts';
import { parseTypedPoint } from '#lib/map/typed-point.ts';
import type { Say } from '#lib/messages/say.ts';
import type { SearchState } from './use-places.ts';

/** A suggestion below the field; choosing it asks about its point. */
export interface Suggestion {
  readonly point: MapPoint;
  readonly name: string;
  readonly detail: string;
  readonly isMaori: boolean;
  /** The heading of the answer; undefined for coordinates. */
  readonly address: string | undefined;
}

/** The suggestions for a text: the point if it is coordinates, else the places that the search found. */
export function suggestionsFor(say: Say, text: string, state: SearchState): readonly Suggestion[] {
  const typed = parseTypedPoint(text);
  if (typed !== undefined) {
    const detail = say(typed.isSwapped ? 'search.point-swapped' : 'search.point');
    return [{ point: typed.point, name: formatPoint(say, typed.point), detail, isMaori: false, address: undefined }];
  }
  if (state.kind !== 'found') return [];
  return state.found.places.map(({ name, detail, isMaori, isServed, latitude, longitude }) => ({
    point: { latitude, longitude },
    name,
    detail: [detail, isServed ? '' : say('search.outside')].filter((part) => part !== '').join(' · '),
    isMaori,
    address: name,
  }));
}
