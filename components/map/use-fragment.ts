import { useCallback, useEffect, useRef, useState } from 'react';
import { type MapFragment, parseFragment, writeFragment } from '#lib/map/fragment.ts';
import { addressBar } from './address-bar.ts';

/**
 * What the address tells after `#`, and the way to change it; the entry of the browser's history stays the same. Only for
 * parts of a page that the browser alone draws: the server never sees a fragment.
 */
export function useFragment(): readonly [MapFragment, (change: Partial<MapFragment>) => void] {
  const [fragment, setFragment] = useState(() => parseFragment(window.location.hash));
  const latest = useRef(fragment);

  const change = useCallback((changed: Partial<MapFragment>) => {
    latest.current = { ...latest.current, ...changed };
    setFragment(latest.current);
    const { pathname, search } = window.location;
    addressBar.replace(`${pathname}${search}${writeFragment(latest.current)}`);
  }, []);

  useEffect(() => {
    const readAgain = () => {
      latest.current = parseFragment(window.location.hash);
      setFragment(latest.current);
    };
    window.addEventListener('popstate', readAgain);
    return () => window.removeEventListener('popstate', readAgain);
  }, []);

  return [fragment, change];
}
