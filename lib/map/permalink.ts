import { displayText } from '#lib/map/answer/words.ts';
import { inLanguage, type Language } from '#lib/messages/language.ts';
import { type MapPoint, parseDegrees, parsePair, writeDegrees, writePair } from './degrees.ts';

/** A point, and the text by which it was found. */
export interface NamedPoint {
  readonly point: MapPoint;
  /** An address or the name of a place, for display only. */
  readonly address: string | undefined;
  /** Whether the point is that of the street address, from the list of addresses; links do not say it. */
  readonly isAddress?: boolean;
}

/** The page that shows an answer: on this site, or embedded in another. */
export type AnswerPage = 'availability' | 'embed';

/** Longer addresses are cut. */
const maxAddressLength = 200;
const path = /^\/(?:availability|embed)\/([^/]+)\/([^/]+)$/;

/** The address of the answer for a point: `/availability/<lat>/<lng>?address=<text>`, or `/embed/…`. */
export function permalinkOf(
  { point, address }: NamedPoint,
  language: Language,
  page: AnswerPage = 'availability',
): string {
  const query = address === undefined ? '' : `?${new URLSearchParams({ address })}`;
  return inLanguage(`/${page}/${writeDegrees(point.latitude)}/${writeDegrees(point.longitude)}${query}`, language);
}

/**
 * Parses the address of an answer (see parseDegrees).
 *
 * @param search the query, with or without its question mark
 * @returns undefined for any other path
 */
export function parsePermalink(pathname: string, search: string): NamedPoint | undefined {
  const [, latitude = '', longitude = ''] = path.exec(pathname) ?? [];
  const point = parseDegrees(latitude, longitude);
  return point && { point, address: cleanAddress(new URLSearchParams(search).get('address')) };
}

/** Cuts and cleans the `address` of a query for display; undefined if it is empty. */
export function cleanAddress(text: string | null): string | undefined {
  const shown = displayText((text ?? '').slice(0, maxAddressLength));
  return shown === '' ? undefined : shown;
}

/**
 * The HTML that embeds an answer in another site.
 *
 * @param address the absolute address of the embedded page
 * @param title the title of the frame for screen readers, as plain text
 */
export function embedSnippet(address: string, title: string): string {
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" width="100%" height="720" style="border: 0" loading="lazy" allow="geolocation; clipboard-write"></iframe>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** The address of what has changed at a point since a day, `YYYY-MM-DD`: `/history/<lat>/<lng>?since=<day>`. */
export function historyPage({ point, address }: NamedPoint, language: Language, since?: string): string {
  const query = new URLSearchParams();
  if (since !== undefined) query.set('since', since);
  if (address !== undefined) query.set('address', address);
  const path = `/history/${writeDegrees(point.latitude)}/${writeDegrees(point.longitude)}`;
  return inLanguage(query.size === 0 ? path : `${path}?${query}`, language);
}

/** Two points to compare; the second may not have been chosen yet. */
export interface Comparison {
  readonly first: NamedPoint;
  readonly second: NamedPoint | undefined;
}

/** The address of a comparison: `/compare/<lat>/<lng>?address=<text>&with=<lat>,<lng>&with-address=<text>`. */
export function comparisonPage({ first, second }: Comparison, language: Language): string {
  const query = new URLSearchParams();
  if (first.address !== undefined) query.set('address', first.address);
  if (second !== undefined) {
    query.set('with', writePair(second.point));
    if (second.address !== undefined) query.set('with-address', second.address);
  }
  const { latitude, longitude } = first.point;
  const path = `/compare/${writeDegrees(latitude)}/${writeDegrees(longitude)}`;
  return inLanguage(query.size === 0 ? path : `${path}?${query}`, language);
}

/**
 * Parses the address of a comparison. If the second point is not valid, it counts as not chosen.
 *
 * @param search the query, with or without its question mark
 * @returns undefined for any other path
 */
export function parseComparison(pathname: string, search: string): Comparison | undefined {
  if (!pathname.startsWith('/compare/')) return undefined;
  const first = parsePermalink(pathname.replace('/compare/', '/availability/'), search);
  if (first === undefined) return undefined;
  const query = new URLSearchParams(search);
  const point = parsePair(query.get('with') ?? '');
  return { first, second: point && { point, address: cleanAddress(query.get('with-address')) } };
}
