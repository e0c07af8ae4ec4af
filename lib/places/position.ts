import { serviceArea } from '#lib/map/area/service-area.ts';
import { roundPoint, wrapLongitude } from '#lib/map/degrees.ts';

/** Where a row's place is, or that it has none, or the sentence that says why it cannot be read. */
export type ParsedPosition =
  | { readonly kind: 'at'; readonly latitude: number; readonly longitude: number }
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'fault'; readonly reason: string };

/** Reads the two columns of a place, degrees; longitudes of 180 to 360 are brought to -180 to 180. */
export function parsePosition(latitudeText: string, longitudeText: string): ParsedPosition {
  if (latitudeText === '' && longitudeText === '') return { kind: 'nowhere' };
  const latitude = parseNumber(latitudeText);
  const longitude = parseNumber(longitudeText);
  if (latitude === undefined || Math.abs(latitude) > 90) {
    return { kind: 'fault', reason: `the latitude "${latitudeText}" is not a number of degrees from -90 to 90` };
  }
  if (longitude === undefined || longitude < -180 || longitude > 360) {
    return { kind: 'fault', reason: `the longitude "${longitudeText}" is not a number of degrees from -180 to 360` };
  }
  return { kind: 'at', ...roundPoint({ latitude, longitude: wrapLongitude(longitude) }, 7) };
}

/** Whether the broadband service answers there (N1). */
export function isInServiceArea(latitude: number, longitude: number): boolean {
  const { south, north, west, east } = serviceArea;
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

function parseNumber(text: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
