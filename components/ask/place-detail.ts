import type { FoundPlace } from '#lib/map/found-places.ts';
import type { Say } from '#lib/messages/say.ts';

/** What is shown beside the name of a place: what it is, by which other name it was found, and whether it is too far away. */
export function detailOf(
  say: Say,
  { alias, detail, isServed }: Pick<FoundPlace, 'alias' | 'detail' | 'isServed'>,
): string {
  const other = alias === undefined ? '' : say('search.alias', { alias });
  return [detail, other, isServed ? '' : say('search.outside')].filter((part) => part !== '').join(' · ');
}
