import { useEffect } from 'react';

/** Calls `onMove` after the browser went back or forward in its history. */
export function useBackButton(onMove: () => void): void {
  useEffect(() => {
    window.addEventListener('popstate', onMove);
    return () => window.removeEventListener('popstate', onMove);
  }, [onMove]);
}
