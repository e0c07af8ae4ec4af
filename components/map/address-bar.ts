import { useEffect } from 'react';

/**
 * Changes the address bar without Next: its own methods would run the whole router for each movement of the map, and write
 * back an older address afterwards.
 */
export const addressBar = {
  /** Adds an entry to the browser's history, unless the current one already has this address (path and query). */
  push(address: string, hash = ''): void {
    const { pathname, search } = window.location;
    if (address === `${pathname}${search}`) return;
    History.prototype.pushState.call(window.history, window.history.state, '', `${address}${hash}`);
  },
  /** Changes the address of the current entry. */
  replace(address: string): void {
    History.prototype.replaceState.call(window.history, window.history.state, '', address);
  },
};

/** Calls `onMove` after the browser went back or forward in its history. */
export function useBackButton(onMove: () => void): void {
  useEffect(() => {
    window.addEventListener('popstate', onMove);
    return () => window.removeEventListener('popstate', onMove);
  }, [onMove]);
}
