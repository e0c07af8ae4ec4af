import type { Connection } from '#db/client.ts';
import type { MapPoint } from '#lib/map/degrees.ts';
import type { FoundPlace, SearchNotice } from '#lib/map/search.ts';
import type { Language } from '#lib/messages/language.ts';
import { placeDetail } from '#lib/messages/place-kinds.ts';
import { foldPlaceName } from '#lib/places/fold.ts';
import { parseGridPoint, parseMapReference } from '#lib/places/grid-point.ts';
import { parsePlusCode, parseShortPlusCode, pointNear } from '#lib/places/plus-code.ts';
import { findPlaces } from './search.ts';

/** What a typed text may mean: the point that it says, or places, the most likely first. */
export interface Typed {
  readonly point?: MapPoint;
  readonly places: readonly FoundPlace[];
  /** Whether the first place, or the point, is close enough to what was typed to be taken without a question. */
  readonly isMeant: boolean;
  readonly notice?: SearchNotice;
}

/** What a text typed into the map's search may mean: NZTM2000, a Topo50 map, a Plus Code, or names and addresses. @param language of what says what kind of place each is */
export function findTyped(reader: Connection, text: string, most: number, language: Language = 'en'): Typed {
  const point = parseGridPoint(text) ?? parseMapReference(text) ?? parsePlusCode(text) ?? shortCodePoint(reader, text);
  if (point !== undefined) return { point, places: [], isMeant: true };
  const { places, ...found } = findPlaces(reader, text, most);
  const shown = places.map((place) => {
    const { name, alias, latitude, longitude, isMaori, isServed } = place;
    const detail = placeDetail(language, place.detail);
    const kept = { name, detail, latitude, longitude, isMaori, isServed };
    return alias === undefined || foldPlaceName(name).includes(foldPlaceName(alias)) ? kept : { ...kept, alias };
  });
  return { places: shown, ...found };
}

/** A short Plus Code is counted from the place whose name follows it. */
function shortCodePoint(reader: Connection, text: string): MapPoint | undefined {
  const code = parseShortPlusCode(text);
  const [near] = code === undefined || code.near === '' ? [] : findPlaces(reader, code.near, 1).places;
  return code === undefined || near === undefined ? undefined : pointNear(code, near);
}
