import { type MapPoint, parsePair, roundPoint } from './degrees.ts';

const pair = String.raw`(-?\d{1,2}(?:\.\d+)?)(?:,|%2C)(?:\s|\+|%20)*(-?\d{1,3}(?:\.\d+)?)`;

/**
 * Where the address of a map has its point, the surest first: a pin before the middle of the map. Links of Google, Apple,
 * OpenStreetMap, Bing and this site.
 */
const forms: readonly RegExp[] = [
  /!3d(-?\d{1,2}(?:\.\d+)?)!4d(-?\d{1,3}(?:\.\d+)?)/,
  new RegExp(`[?&#](?:q|query|coordinate|daddr|destination|saddr|origin)=(?:loc:)?${pair}`, 'i'),
  /[?&]mlat=(-?\d{1,2}(?:\.\d+)?)&mlon=(-?\d{1,3}(?:\.\d+)?)/i,
  new RegExp(`/(?:place|search|dir(?:/[^/]*)*)/${pair}`),
  /\/availability\/(-?\d{1,2}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)/,
  new RegExp(`[?&](?:ll|sll|center|cbll|viewpoint)=${pair}`, 'i'),
  /[?&]cp=(-?\d{1,2}(?:\.\d+)?)(?:~|%7E)(-?\d{1,3}(?:\.\d+)?)/i,
  /[?&]lat=(-?\d{1,2}(?:\.\d+)?)&(?:lon|lng)=(-?\d{1,3}(?:\.\d+)?)/i,
  new RegExp(`/@${pair}`),
  /#(?:map=)?\d{1,2}(?:\.\d+)?\/(-?\d{1,2}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)/,
];

/** In characters. Links of Google's maps have some hundreds. */
const longestLink = 4000;
const link = /\bhttps?:\/\/\S+|^\s*(?:www\.|maps\.|google\.|openstreetmap\.|osm\.)\S+/i;
const shortLink = /\b(?:goo\.gl|osm\.org\/go|maps\.apple)\/|\bmaps\.app\.goo\.gl\b/i;

/** Android writes what it looks for after a point that means nothing: `geo:0,0?q=-41.28,174.77(Home)`. */
const namedGeoUri = /^\s*geo:0(?:\.0*)?,0(?:\.0*)?\?(?:.*&)?q=([^(&]+)/i;

/** Whether a text is a `geo:` URI whose point means nothing. */
export function isNamedGeoUri(text: string): boolean {
  return namedGeoUri.test(text);
}

/** Reads the point from the address of a map, with or without text around it. Undefined for any other text. */
export function parseMapLink(text: string): MapPoint | undefined {
  const geo = namedGeoUri.exec(text)?.[1];
  if (geo !== undefined) return parsePair(decoded(geo).replace(/[\s+]/g, ''));
  const [address] = link.exec(text.slice(0, longestLink)) ?? [];
  if (address === undefined) return undefined;
  for (const form of forms) {
    const [, latitude, longitude] = form.exec(address) ?? [];
    if (latitude === undefined || longitude === undefined) continue;
    if (Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 360) continue;
    return roundPoint({ latitude: Number(latitude), longitude: Number(longitude) }, 7);
  }
  return undefined;
}

/** Whether a text is a short link of a map, which does not say where it leads. */
export function isShortMapLink(text: string): boolean {
  return shortLink.test(text) && parseMapLink(text) === undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
