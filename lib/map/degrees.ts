import type { Say } from '#lib/messages/say.ts';

/** A place in degrees: latitude -90 to 90, longitude -180 to 180. */
export interface MapPoint {
  readonly latitude: number;
  readonly longitude: number;
}

/** The most decimals the broadband API reads (N2). */
const apiDecimals = 7;

/** Longitude brought to -180 (inclusive) to 180: a map that scrolls past the date line counts on. */
export function wrapLongitude(longitude: number): number {
  const turned = (((longitude + 180) % 360) + 360) % 360;
  return turned - 180;
}

/**
 * As many decimals as a map at this zoom can show: the last one is finer than a pixel, and finer ones would be invented.
 * Zoom as Leaflet counts it: 256 pixels to the world's width at 0.
 */
export function decimalsAtZoom(zoom: number): number {
  const pixelsPerDegree = (256 * 2 ** zoom) / 360;
  return Math.min(apiDecimals, Math.max(0, Math.ceil(Math.log10(pixelsPerDegree))));
}

/** Rounds both to a number of decimals, at most the 7 that the API reads (N2). */
export function roundPoint({ latitude, longitude }: MapPoint, decimals: number): MapPoint {
  const places = Math.min(apiDecimals, decimals);
  return { latitude: Number(latitude.toFixed(places)), longitude: Number(longitude.toFixed(places)) };
}

/** The number as the API's path takes it (N2): at most 7 decimals, no exponent, no trailing zeros, no minus zero. */
export function writeDegrees(degrees: number): string {
  const text = degrees.toFixed(apiDecimals).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}

/** `41.2866° S, 174.7756° E`: as people write a place. */
export function formatPoint(say: Say, { latitude, longitude }: MapPoint): string {
  const north = say(latitude < 0 ? 'point.south' : 'point.north', { degrees: writeDegrees(Math.abs(latitude)) });
  const east = say(longitude < 0 ? 'point.west' : 'point.east', { degrees: writeDegrees(Math.abs(longitude)) });
  return `${north}, ${east}`;
}
