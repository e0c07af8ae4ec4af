'use client';

import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import type { MapPoint } from '#lib/map/degrees.ts';

/** A place that a list of the screen led to, and what it is called there. */
export interface ShownPlace extends MapPoint {
  readonly words: string;
  /** The technology that the map is to show there, where the place is about one. */
  readonly technology?: string | undefined;
}

interface Places {
  readonly place: ShownPlace | undefined;
  readonly show: (place: ShownPlace) => void;
  /** Puts the focus back on what led to the place. */
  readonly goBack: () => void;
}

const PlacesContext = createContext<Places>({ place: undefined, show: () => {}, goBack: () => {} });

/** Lets lists of a screen lead to places on its map, and back. */
export function PlacesOnMap({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState<ShownPlace>();
  const from = useRef<Element | null>(null);
  const show = useCallback((next: ShownPlace) => {
    from.current = document.activeElement;
    // a new object each time: to be led to the same place again counts
    setPlace({ ...next });
  }, []);
  const goBack = useCallback(() => {
    if (from.current instanceof HTMLElement) from.current.focus();
  }, []);
  const places = useMemo(() => ({ place, show, goBack }), [place, show, goBack]);
  return <PlacesContext value={places}>{children}</PlacesContext>;
}

/** What the screen's lists want to be seen on its map. */
export function usePlaces(): Places {
  return useContext(PlacesContext);
}
