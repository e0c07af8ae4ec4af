import { useCallback, useSyncExternalStore } from 'react';

/** Windows where the answer is beside the map; style sheets have the same numbers. */
export const wide = '(min-width: 56em), (min-width: 40em) and (max-height: 30em)';

/** Windows where the answer has all of the height beside the map; style sheets have the same numbers. */
export const desk = '(min-width: 56em) and (min-height: 35em)';

/** Whether the window is as a media query says; not in HTML from the server. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
