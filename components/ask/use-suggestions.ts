import { useCallback, useEffect, useState } from 'react';

/** What reads typed texts: points in all their forms, and what the search found. */
type Suggestions = typeof import('./suggestions.ts');

/** What reads typed texts, undefined until it is needed and loaded; and a function that waits for it. */
export function useSuggestions(
  isNeeded: boolean,
): readonly [Suggestions | undefined, () => Promise<Suggestions | undefined>] {
  const [loaded, setLoaded] = useState<Suggestions>();
  const load = useCallback(async () => {
    // without a connection the search does not work either, and the field says so
    const found = await import('./suggestions.ts').catch(() => undefined);
    setLoaded(found);
    return found;
  }, []);
  useEffect(() => {
    if (isNeeded) void load();
  }, [isNeeded, load]);
  return [loaded, load];
}
