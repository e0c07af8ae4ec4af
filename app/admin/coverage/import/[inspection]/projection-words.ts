import type { Location } from '#lib/broadband/import/projection/location.ts';
import { references } from '#lib/broadband/import/projection/reference.ts';
import { towns } from '#lib/places/towns.ts';
import {
  conversionWords,
  declaredByWords,
  distanceWords,
  orderWords,
  type ReferenceUse,
} from '#lib/words/coverage/reference.ts';

/** Where the reference system of the coordinates is known from. */
export function sourceWords({ asked, declaredBy, swapped, code }: ReferenceUse): string {
  const order = orderWords(code, swapped);
  if (asked) return `Your choice${order}`;
  if (declaredBy !== null) return `According to ${declaredByWords[declaredBy]}${order}`;
  return `The file does not say; its numbers are longitudes and latitudes${order}`;
}

/** How far positions may be from where they really are. */
export function accuracyWords({ code }: ReferenceUse): string {
  const { accuracyMetres } = references[code];
  return `${accuracyMetres === 0 ? 'Exact' : `Within ${accuracyMetres} m`}: ${conversionWords[code]}`;
}

/** `Kaitāia to Hamilton; longitude 173.20° to 175.50°, latitude 37.90° south to 35.00° south` */
export function locationWords(location: Location | null): string {
  if (location === null) return 'The file has no areas';
  const { west, east, south, north } = location;
  const degrees = (value: number) => `${Math.abs(value).toFixed(2)}°`;
  const side = (value: number) => (value < 0 ? 'south' : 'north');
  return `${extentWords(location)}; longitude ${degrees(west)} to ${degrees(east)}, latitude ${degrees(south)} ${side(south)} to ${degrees(north)} ${side(north)}`;
}

/**
 * The extent of a file in words: the towns at its ends, from north to south or, if it is wider than high, from west
 * to east; the only town in it; or the one nearest to its centre.
 */
export function extentWords(location: Location): string {
  const { west, east, south, north } = location;
  const inside = towns
    .map(({ name, latitude, longitude }) => ({ name, latitude, longitude: (longitude + 360) % 360 }))
    .filter(
      ({ latitude, longitude }) => latitude >= south && latitude <= north && longitude >= west && longitude <= east,
    );
  // at these latitudes a degree of longitude is about three quarters of one of latitude
  const isWide = (east - west) * 0.75 > north - south;
  const sorted = inside.toSorted((a, b) => (isWide ? a.longitude - b.longitude : b.latitude - a.latitude));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return `Centre ${distanceWords(location)}`;
  return first === last ? `Around ${first.name}` : `${first.name} to ${last.name}`;
}

/** How a form identifies a reference system and the order of its coordinates. */
export function candidateKey(code: number, swap: boolean): string {
  return `${code}${swap ? ' swapped' : ''}`;
}
