import { useEffect, useState } from 'react';
import { type FoundPlaces, parseFoundPlaces } from '#lib/map/search.ts';

/** How long after the last key the search is sent, in milliseconds. */
const pauseMs = 120;

/** The result of the search; `idle` for an empty text, `failed` without an answer. */
export type SearchState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'found'; readonly text: string; readonly found: FoundPlaces }
  | { readonly kind: 'failed' };

/** Searches while a person types: after a short pause, and only for the latest text. */
export function usePlaces(text: string): SearchState {
  const [state, setState] = useState<SearchState>({ kind: 'idle' });

  useEffect(() => {
    if (text === '') {
      setState({ kind: 'idle' });
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const found = await fetchPlaces(text, controller.signal);
      if (controller.signal.aborted) return;
      setState(found === undefined ? { kind: 'failed' } : { kind: 'found', text, found });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);

  return state;
}

async function fetchPlaces(text: string, signal: AbortSignal): Promise<FoundPlaces | undefined> {
  try {
    const response = await fetch(`/places?${new URLSearchParams({ q: text.slice(0, 200) })}`, { signal });
    return response.ok ? parseFoundPlaces(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}
