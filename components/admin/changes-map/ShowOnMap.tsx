'use client';

import { type ShownPlace, usePlaces } from './ShownPlace.tsx';
import styles from './ShowOnMap.module.css';

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
