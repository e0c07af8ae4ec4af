import type { LatLng } from 'leaflet';
import { useCallback, useEffect } from 'react';
import { useMap, useMapEvent } from 'react-leaflet';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { MapPoint } from '#lib/map/degrees.ts';
import type { MessageKey } from '#lib/messages/en.ts';
import styles from './KeyboardCross.module.css';
import { pointOnMap } from './point-at.ts';

interface KeyboardCrossProps {
  /** The name of the map for screen readers. */
  readonly label: MessageKey;
  /** Must stay the same function between renders. */
  readonly onEnter: (place: LatLng) => void;
}

/** Makes the map usable by keyboard: arrow keys move it, Enter chooses the place at the cross in its centre. */
export function KeyboardCross({ label, onEnter }: KeyboardCrossProps) {
  const say = useSay();
  const map = useMap();

  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', say(label));
    const listening = new AbortController();
    const { signal } = listening;
    // Leaflet focuses the map at each click, which browsers treat as keyboard focus: the cross would show
    const showCross = (isShown: boolean) => container.toggleAttribute('data-keyboard', isShown);
    container.addEventListener('pointerdown', () => showCross(false), { signal, capture: true });
    container.addEventListener('blur', () => showCross(false), { signal });
    container.addEventListener('keyup', ({ target }) => showCross(target === container), { signal });
    const enter = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.target !== container) return;
      event.preventDefault();
      onEnter(map.getCenter());
    };
    container.addEventListener('keydown', enter, { signal });
    return () => listening.abort();
  }, [map, label, onEnter, say]);

  return <div className={styles.cross} aria-hidden="true" />;
}

interface PickPointProps {
  /** The name of the map for screen readers. */
  readonly label: MessageKey;
  readonly onPick: (point: MapPoint) => void;
}

/** A click, a tap, or Enter on the keyboard picks a point. */
export function PickPoint({ label, onPick }: PickPointProps) {
  const map = useMap();
  const pick = useCallback((place: LatLng) => onPick(pointOnMap(map, place)), [map, onPick]);
  useMapEvent('click', ({ latlng }) => pick(latlng));
  return <KeyboardCross label={label} onEnter={pick} />;
}
