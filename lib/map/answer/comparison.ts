import { writeDegrees } from '#lib/map/degrees.ts';
import { type NamedPoint, parsePermalink } from '#lib/map/permalink.ts';
import { inLanguage, type Language } from '#lib/messages/language.ts';

/** Two points whose answers stand side by side; the second may have to be chosen yet. */
export interface Comparison {
  readonly first: NamedPoint;
  readonly second: NamedPoint | undefined;
}

/** `/compare/<lat>/<lng>?address=<text>&with=<lat>,<lng>&with-address=<text>`: the address of the page that compares. */
export function comparisonPage({ first, second }: Comparison, language: Language): string {
  const query = new URLSearchParams();
  if (first.address !== undefined) query.set('address', first.address);
  if (second !== undefined) {
    query.set('with', `${writeDegrees(second.point.latitude)},${writeDegrees(second.point.longitude)}`);
    if (second.address !== undefined) query.set('with-address', second.address);
  }
  const { latitude, longitude } = first.point;
  const path = `/compare/${writeDegrees(latitude)}/${writeDegrees(longitude)}`;
  return inLanguage(query.size === 0 ? path : `${path}?${query}`, language);
}

/**
 * Reads such an address; a second point that cannot be read counts as not chosen.
 *
 * @param search the query, with or without its question mark
 * @returns nothing for any other path
 */
export function parseComparison(pathname: string, search: string): Comparison | undefined {
  if (!pathname.startsWith('/compare/')) return undefined;
  const first = parsePermalink(pathname.replace('/compare/', '/availability/'), search);
  if (first === undefined) return undefined;
  const query = new URLSearchParams(search);
  const [latitude = '', longitude = '', ...rest] = (query.get('with') ?? '').split(',');
  const address = new URLSearchParams({ address: query.get('with-address') ?? '' });
  const second =
    rest.length === 0 ? parsePermalink(`/availability/${latitude}/${longitude}`, String(address)) : undefined;
  return { first, second };
}
