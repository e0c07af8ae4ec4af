import { inLanguage, type Language } from '#lib/messages/language.ts';
import { displayText } from './answer/provider-text.ts';
import { type MapPoint, roundPoint, wrapLongitude, writeDegrees } from './degrees.ts';

/** A point, and the words by which somebody found it. */
export interface NamedPoint {
  readonly point: MapPoint;
  /** An address or a place's name; it is shown, and changes nothing of the answer. */
  readonly address: string | undefined;
}

/** Where an answer is shown: on a page of its own, or on one in a frame of another site. */
export type AnswerPage = 'availability' | 'embed';

/** No address is longer; what is longer is cut. */
const longestAddress = 200;
const path = /^\/(?:availability|embed)\/(-?\d{1,3}(?:\.\d{1,40})?)\/(-?\d{1,3}(?:\.\d{1,40})?)$/;

/** `/availability/<lat>/<lng>?address=<text>`: the address of the page that answers for a point; or of `/embed/…`. */
export function permalinkOf(
  { point, address }: NamedPoint,
  language: Language,
  page: AnswerPage = 'availability',
): string {
  const query = address === undefined ? '' : `?${new URLSearchParams({ address })}`;
  return inLanguage(`/${page}/${writeDegrees(point.latitude)}/${writeDegrees(point.longitude)}${query}`, language);
}

/**
 * Reads such an address; any number of decimals is taken, and rounded to the seven that the API reads (N2).
 *
 * @param search the query, with or without its question mark
 * @returns nothing for any other path
 */
export function parsePermalink(pathname: string, search: string): NamedPoint | undefined {
  const [, latitude, longitude] = path.exec(pathname) ?? [];
  if (latitude === undefined || longitude === undefined || Math.abs(Number(latitude)) > 90) return undefined;
  const point = roundPoint({ latitude: Number(latitude), longitude: wrapLongitude(Number(longitude)) }, 7);
  return { point, address: readAddress(new URLSearchParams(search).get('address')) };
}

function readAddress(text: string | null): string | undefined {
  const shown = displayText((text ?? '').slice(0, longestAddress));
  return shown === '' ? undefined : shown;
}
