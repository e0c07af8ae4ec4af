import { useCallback, useEffect, useRef } from 'react';

/** Starts requests of which only the latest matters: a new one aborts the one before, unmounting aborts the last. */
export function useLatestRequest(): { readonly start: () => AbortSignal; readonly cancel: () => void } {
  const current = useRef<AbortController>(undefined);
  const cancel = useCallback(() => current.current?.abort(), []);
  const start = useCallback(() => {
    cancel();
    current.current = new AbortController();
    return current.current.signal;
  }, [cancel]);
  useEffect(() => cancel, [cancel]);
  return { start, cancel };
}
