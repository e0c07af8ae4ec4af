import type { Connection } from '#db/client.ts';
import type { MapPoint } from '#lib/map/degrees.ts';
import type { FoundPlace } from '#lib/map/search.ts';
import { foldPlaceName } from '#lib/places/fold.ts';
import { parseGridPoint } from '#lib/places/grid-point.ts';
import { parsePlusCode, parseShortPlusCode, pointNear } from '#lib/places/plus-code.ts';
import { findPlaces } from './search.ts';

/** What a typed text may mean: the point that it says, or places, the most likely first. */
export interface Typed {
  readonly point?: MapPoint;
  readonly places: readonly FoundPlace[];
}

/** What a text typed into the map's search may mean: NZTM2000, a Plus Code, or names and addresses. */
export function findTyped(reader: Connection, text: string, most: number): Typed {
  const point = parseGridPoint(text) ?? parsePlusCode(text) ?? shortCodePoint(reader, text);
  if (point !== undefined) return { point, places: [] };
  const places = findPlaces(reader, text, most).map((place) => {
    const { name, alias, detail, latitude, longitude, isMaori, isServed } = place;
    const shown = { name, detail, latitude, longitude, isMaori, isServed };
    return alias === undefined || foldPlaceName(name).includes(foldPlaceName(alias)) ? shown : { ...shown, alias };
  });
  return { places };
}

/** A short Plus Code is counted from the place whose name follows it. */
function shortCodePoint(reader: Connection, text: string): MapPoint | undefined {
  const code = parseShortPlusCode(text);
  const [near] = code === undefined || code.near === '' ? [] : findPlaces(reader, code.near, 1);
  return code === undefined || near === undefined ? undefined : pointNear(code, near);
}
