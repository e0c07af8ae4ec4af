import { parsePair, writeDegrees, writePair } from '#lib/map/degrees.ts';
import { cleanAddress, type NamedPoint, parsePermalink } from '#lib/map/permalink.ts';
import { inLanguage, type Language } from '#lib/messages/language.ts';

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
