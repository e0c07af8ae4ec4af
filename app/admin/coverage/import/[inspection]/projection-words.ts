import type { Location } from '#lib/broadband/import/projection/location.ts';
import { references } from '#lib/broadband/import/projection/reference.ts';
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

/** `Centre 3 km from Wellington; longitude 174.70° to 175.10°, latitude 41.40° south to 41.10° south` */
export function locationWords(location: Location | null): string {
  if (location === null) return 'The file has no areas';
  const { west, east, south, north } = location;
  const degrees = (value: number) => `${Math.abs(value).toFixed(2)}°`;
  const side = (value: number) => (value < 0 ? 'south' : 'north');
  return `Centre ${distanceWords(location)}; longitude ${degrees(west)} to ${degrees(east)}, latitude ${degrees(south)} ${side(south)} to ${degrees(north)} ${side(north)}`;
}

/** How a form identifies a reference system and the order of its coordinates. */
export function candidateKey(code: number, swap: boolean): string {
  return `${code}${swap ? ' swapped' : ''}`;
}
