import { useCallback, useRef, useState } from 'react';
import { type MapFragment, parseFragment, writeFragment } from '#lib/map/fragment.ts';
import { addressBar } from './address-bar.ts';
import { useBackButton } from './use-back-button.ts';

/**
 * The state of the map in the fragment of the address, and a function to change it without a new history entry. Only for
 * components that are not rendered on the server, which never sees a fragment.
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

  const readAgain = useCallback(() => {
    latest.current = parseFragment(window.location.hash);
    setFragment(latest.current);
  }, []);
  useBackButton(readAgain);

  return [fragment, change];
}
