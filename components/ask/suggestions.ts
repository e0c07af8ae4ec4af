import { formatPoint, type MapPoint } from '#lib/map/degrees.ts';
import { isShortMapLink } from '#lib/map/map-link.ts';
import { pointsIn } from '#lib/map/searched-points.ts';
import type { MessageKey } from '#lib/messages/en/index.ts';
import type { Say } from '#lib/messages/say.ts';
import { detailOf } from './place-detail.ts';
import type { SearchState } from './use-places.ts';

/** A suggestion below the field; choosing it asks about its point. */
export interface Suggestion {
  readonly point: MapPoint;
  readonly name: string;
  readonly detail: string;
  readonly isMaori: boolean;
  /** The heading of the answer; undefined for coordinates. */
  readonly address: string | undefined;
  readonly isAddress?: boolean;
}

/** The suggestions for a text: the point if it is coordinates, else the point or the places that the search found. */
export function suggestionsFor(say: Say, text: string, state: SearchState): readonly Suggestion[] {
  const points = pointsIn(text);
  if (points.length > 0) return points.map(({ point, note }) => suggestionAt(say, point, note));
  if (state.kind !== 'found') return [];
  const { point, places } = state.found;
  if (point !== undefined) return [suggestionAt(say, point, 'search.point')];
  return places.map(({ name, alias, detail, isMaori, isServed, latitude, longitude }) => ({
    point: { latitude, longitude },
    name,
    detail: detailOf(say, { alias, detail, isServed }),
    isMaori,
    address: name,
    isAddress: detail === '',
  }));
}

function suggestionAt(say: Say, point: MapPoint, detail: MessageKey): Suggestion {
  return { point, name: formatPoint(say, point), detail: say(detail), isMaori: false, address: undefined };
}

/** Why nothing is suggested for a text. */
export function reasonForNothing(text: string): MessageKey {
  return isShortMapLink(text) ? 'search.short-link' : 'search.nothing';
}
