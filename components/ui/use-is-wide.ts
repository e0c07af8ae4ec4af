import { useSyncExternalStore } from 'react';

/** From this width on, the answer is beside the map; style sheets have the same number. */
const wide = '(min-width: 56em)';

/** Whether the window is wide enough for two columns; not in HTML from the server. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => false,
  );
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
