'use client';

import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react';
import type { MapPoint } from '#lib/map/degrees.ts';
import styles from './ShownPlace.module.css';

/** A place that was chosen in a list, and its name there. */
interface ShownPlace extends MapPoint {
  readonly words: string;
  /** The technology to show there, if the place is about one. */
  readonly technology?: string | undefined;
}

interface Places {
  readonly place: ShownPlace | undefined;
  readonly show: (place: ShownPlace) => void;
  /** Returns the focus to the list. */
  readonly goBack: () => void;
}

const PlacesContext = createContext<Places>({ place: undefined, show: () => {}, goBack: () => {} });

/** Connects the lists of a screen with its map. */
export function PlacesOnMap({ children }: { readonly children: ReactNode }) {
  const [place, setPlace] = useState<ShownPlace>();
  const from = useRef<Element | null>(null);
  const show = useCallback((next: ShownPlace) => {
    from.current = document.activeElement;
    // a new object each time, so that choosing the same place again has an effect
    setPlace({ ...next });
  }, []);
  const goBack = useCallback(() => {
    if (from.current instanceof HTMLElement) from.current.focus();
  }, []);
  const places = useMemo(() => ({ place, show, goBack }), [place, show, goBack]);
  return <PlacesContext value={places}>{children}</PlacesContext>;
}

/** The place that was chosen in a list of the screen. */
export function usePlaces(): Places {
  return useContext(PlacesContext);
}

interface ShowOnMapProps {
  readonly place: ShownPlace;
  /** Its label: the coordinates of the place, or a name. */
  readonly children: string;
}

/** A place in a list; clicking it shows the place on the map. */
export function ShowOnMap({ place, children }: ShowOnMapProps) {
  const { show } = usePlaces();
  return (
    <button
      type="button"
      className={styles.link}
      aria-label={`${children}: show ${place.words} on the map`}
      onClick={() => show(place)}
    >
      {children}
    </button>
  );
}
