import type { Metadata } from 'next';
import { pageWords } from '#app/page-words.ts';
import { SearchPage } from '#components/search/SearchPage.tsx';
import { connections } from '#db/client.ts';
import { findTyped } from '#db/places/typed.ts';
import { displayText } from '#lib/map/answer/words.ts';
import { longestSearch, pointsIn, type SearchResult } from '#lib/map/search.ts';

/** How many places the page lists. */
const most = 20;

export function generateMetadata(): Metadata {
  // people search for their homes
  return { title: pageWords().say('search.page-title'), robots: { index: false } };
}

/** The page of a search, for visitors whose browser runs no scripts. */
export default async function Search({ searchParams }: { searchParams: Promise<Record<string, unknown>> }) {
  const { q } = await searchParams;
  const text = typeof q === 'string' ? q.slice(0, longestSearch) : '';
  return <SearchPage text={displayText(text)} {...resultFor(text)} />;
}

function resultFor(text: string): SearchResult {
  const points = pointsIn(text);
  if (points.length > 0) return { points, places: [] };
  const { point, places, notice } = findTyped(connections().reader, text, most, pageWords().language);
  return { points: point === undefined ? [] : [{ point, note: 'search.point' }], places, ...(notice && { notice }) };
}
