import { roundPoint, wrapLongitude } from '#lib/map/degrees.ts';
import type { Reason } from '#lib/refusal.ts';

/** Where a row's place is, in degrees; or that the row gives none; or why it cannot be read. */
export type ParsedPosition =
  | { readonly kind: 'at'; readonly latitude: number; readonly longitude: number }
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'fault'; readonly reason: Reason };

/** Reads the two columns of a place in degrees. Longitudes from 180 to 360 become -180 to 0. */
export function parsePosition(latitudeText: string, longitudeText: string): ParsedPosition {
  if (latitudeText === '' && longitudeText === '') return { kind: 'nowhere' };
  const latitude = parseNumber(latitudeText);
  const longitude = parseNumber(longitudeText);
  if (latitude === undefined || Math.abs(latitude) > 90) {
    return { kind: 'fault', reason: { code: 'not-a-latitude', text: latitudeText } };
  }
  if (longitude === undefined || longitude < -180 || longitude > 360) {
    return { kind: 'fault', reason: { code: 'not-a-longitude', text: longitudeText } };
  }
  return { kind: 'at', ...roundPoint({ latitude, longitude: wrapLongitude(longitude) }, 7) };
}

function parseNumber(text: string): number | undefined {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
