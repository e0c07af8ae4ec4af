import { useEffect, useState } from 'react';
import { type FoundPlaces, parseFoundPlaces } from '#lib/map/found-places.ts';

/** A pause in typing that is worth a question, in milliseconds. */
const pauseMs = 120;

/** What the search found for a text; `failed` when it did not answer. Nothing while nobody has asked. */
export type SearchState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'found'; readonly text: string; readonly found: FoundPlaces }
  | { readonly kind: 'failed' };

/** Searches as one types: after a short pause, the newest text only. An empty text is not asked. */
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
