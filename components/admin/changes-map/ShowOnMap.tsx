'use client';

import { type ShownPlace, usePlaces } from './ShownPlace.tsx';
import styles from './ShowOnMap.module.css';

interface ShowOnMapProps {
  readonly place: ShownPlace;
  /** What stands on it: the place's coordinates, or a name. */
  readonly children: string;
}

/** A place in a list that leads to itself on the screen's map. */
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
