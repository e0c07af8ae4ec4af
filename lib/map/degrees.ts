import type { Say } from '#lib/messages/say.ts';

/** A place in degrees: latitude -90 to 90, longitude -180 to 180. */
export interface MapPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** The most decimals that the broadband API reads (N2). */
const apiDecimals = 7;
const decimal = /^-?\d{1,3}(?:\.\d{1,40})?$/;

/** Wraps a longitude to -180 (inclusive) to 180: maps that scroll past the date line count on. */
export function wrapLongitude(longitude: number): number {
  const turned = (((longitude + 180) % 360) + 360) % 360;
  return turned - 180;
}

/**
 * How many decimals a map can show at this zoom: the last one is finer than a pixel, so further ones would be made up. Zoom
 * as in Leaflet: at 0 the world is 256 pixels wide.
 */
export function decimalsAtZoom(zoom: number): number {
  const pixelsPerDegree = (256 * 2 ** zoom) / 360;
  return Math.min(apiDecimals, Math.max(0, Math.ceil(Math.log10(pixelsPerDegree))));
}

/** Rounds a point to this number of decimals, at most the 7 that the API reads (N2). */
export function roundPoint({ latitude, longitude }: MapPoint, decimals: number): MapPoint {
  const places = Math.min(apiDecimals, decimals);
  return { latitude: Number(latitude.toFixed(places)), longitude: Number(longitude.toFixed(places)) };
}

/** Writes degrees for the API's path (N2): at most 7 decimals, no exponent, no trailing zeros, no minus zero. */
export function writeDegrees(degrees: number): string {
  const text = degrees.toFixed(apiDecimals).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}

/**
 * Parses the coordinates in an address. Any number of decimals is accepted and rounded to the 7 that the API reads (N2), and
 * the longitude is wrapped. Undefined for any other text.
 */
export function parseDegrees(latitude: string, longitude: string): MapPoint | undefined {
  if (!decimal.test(latitude) || !decimal.test(longitude) || Math.abs(Number(latitude)) > 90) return undefined;
  return roundPoint({ latitude: Number(latitude), longitude: wrapLongitude(Number(longitude)) }, apiDecimals);
}

/** Writes a point as `<lat>,<lng>`. */
export function writePair({ latitude, longitude }: MapPoint): string {
  return `${writeDegrees(latitude)},${writeDegrees(longitude)}`;
}

/** Parses `<lat>,<lng>`; see parseDegrees. */
export function parsePair(text: string): MapPoint | undefined {
  const [latitude = '', longitude = '', ...rest] = text.split(',');
  return rest.length === 0 ? parseDegrees(latitude, longitude) : undefined;
}

/** Writes a point for people: `41.2866° S, 174.7756° E`. */
export function formatPoint(say: Say, { latitude, longitude }: MapPoint): string {
  const north = say(latitude < 0 ? 'point.south' : 'point.north', { degrees: writeDegrees(Math.abs(latitude)) });
  const east = say(longitude < 0 ? 'point.west' : 'point.east', { degrees: writeDegrees(Math.abs(longitude)) });
  return `${north}, ${east}`;
}

/** In Leaflet's projection, on the equator. */
const metresPerPixelAtZoom0 = 156_543.03;
/** About how far a fingertip, or a hand with a mouse, misses. */
const missedPixels = 8;

/** How far off, in metres, a point chosen on the map at this zoom may be. */
export function accuracyAtZoom(latitude: number, zoom: number): number {
  return (missedPixels * metresPerPixelAtZoom0 * Math.cos((latitude * Math.PI) / 180)) / 2 ** zoom;
}

/** Rounds up to one significant figure: 40, 3,000; at least 1. */
export function roundMetres(metres: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, metres))));
  return Math.ceil(Math.max(1, metres) / step) * step;
}
