import { useEffect, useState } from 'react';
import { useLanguage } from '#components/language/LanguageProvider.tsx';
import { formatPoint, type MapPoint } from '#lib/map/degrees.ts';
import { type FoundPlace, type FoundPlaces, parseFoundPlaces, pointsIn, type SearchNotice } from '#lib/map/search.ts';
import type { MessageKey } from '#lib/messages/en.ts';
import { inLanguage, type Language } from '#lib/messages/language.ts';
import type { Say } from '#lib/messages/say.ts';

/** A suggestion below the field; choosing it asks about its point. */
export interface Suggestion {
  readonly point: MapPoint;
  readonly name: string;
  readonly detail: string;
  readonly isMaori: boolean;
  /** The heading of the answer; undefined for coordinates. */
  readonly address: string | undefined;
  readonly isAddress?: boolean;
}

/** The suggestions for a text: the point if it is coordinates, else the point or the places that the search found. */
export function suggestionsFor(say: Say, text: string, state: SearchState): readonly Suggestion[] {
  const points = pointsIn(text);
  if (points.length > 0) return points.map(({ point, note }) => suggestionAt(say, point, note));
  if (state.kind !== 'found') return [];
  const { point, places } = state.found;
  if (point !== undefined) return [suggestionAt(say, point, 'search.point')];
  return places.map(({ name, alias, detail, isMaori, isServed, latitude, longitude }) => ({
    point: { latitude, longitude },
    name,
    detail: detailOf(say, { alias, detail, isServed }),
    isMaori,
    address: name,
    isAddress: detail === '',
  }));
}

/** What is shown beside the name of a place: what it is, by which other name it was found, and whether it is too far away. */
export function detailOf(
  say: Say,
  { alias, detail, isServed }: Pick<FoundPlace, 'alias' | 'detail' | 'isServed'>,
): string {
  const other = alias === undefined ? '' : say('search.alias', { alias });
  return [detail, other, isServed ? '' : say('search.outside')].filter((part) => part !== '').join(' · ');
}

/** A notice as a sentence with what to do. */
export function noticeWords(say: Say, notice: SearchNotice): string {
  if (notice.code !== 'number-not-listed') return say(`search.${notice.code}`);
  const { number, street, nearest } = notice;
  const [first, ...others] = nearest;
  if (first === undefined) return say('search.number-not-listed', { number, street });
  const listed = others.reduce((before, next) => say('search.and', { before, next }), first);
  return say('search.number-nearest', { number, street, nearest: listed, count: nearest.length });
}

function suggestionAt(say: Say, point: MapPoint, detail: MessageKey): Suggestion {
  return { point, name: formatPoint(say, point), detail: say(detail), isMaori: false, address: undefined };
}

/** How long after the last key the search is sent, in milliseconds. */
const pauseMs = 120;

/** The result of the search; `idle` for an empty text, `failed` without an answer. `text` is what it answers. */
export type SearchState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'found'; readonly text: string; readonly found: FoundPlaces }
  | { readonly kind: 'failed'; readonly reason: 'search.offline' | 'search.failed' };

/** Searches while a person types: after a short pause, only for the latest text, and again when the connection is back. */
export function usePlaces(text: string): SearchState {
  const language = useLanguage();
  const [state, setState] = useState<SearchState>({ kind: 'idle' });

  useEffect(() => {
    if (text === '') {
      setState({ kind: 'idle' });
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const search = async () => {
      const found = await fetchPlaces(text, language, signal);
      if (signal.aborted) return;
      if (found !== undefined) return setState({ kind: 'found', text, found });
      setState({ kind: 'failed', reason: navigator.onLine ? 'search.failed' : 'search.offline' });
      window.addEventListener('online', search, { once: true, signal });
    };
    const timer = setTimeout(search, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, language]);

  return state;
}

async function fetchPlaces(text: string, language: Language, signal: AbortSignal): Promise<FoundPlaces | undefined> {
  try {
    const response = await fetch(inLanguage(`/places?${new URLSearchParams({ q: text.slice(0, 200) })}`, language), {
      signal,
    });
    return response.ok ? parseFoundPlaces(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}
