import { useEffect } from 'react';
import { useMapEvents } from 'react-leaflet';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { decimalsAtZoom, type MapPoint, roundPoint, wrapLongitude } from '#lib/map/degrees.ts';
import type { MessageKey } from '#lib/messages/en/index.ts';
import styles from './AskOnEnter.module.css';

interface PickPointProps {
  /** What a screen reader says of the map, and what is shown to those who use its keys. */
  readonly label: MessageKey;
  readonly keys: MessageKey;
  readonly onPick: (point: MapPoint) => void;
}

/** A click or tap picks a point, as finely as the map can show; by keyboard Enter does, at a cross in the map's middle. */
export function PickPoint({ label, keys, onPick }: PickPointProps) {
  const say = useSay();
  const map = useMapEvents({
    click({ latlng: { lat, lng } }) {
      const point = { latitude: lat, longitude: wrapLongitude(lng) };
      onPick(roundPoint(point, decimalsAtZoom(map.getZoom())));
    },
  });

  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', say(label));
    const listening = new AbortController();
    const { signal } = listening;
    // Leaflet focuses the map at each click, and browsers take that for the keyboard's doing: the cross would show
    const showCross = (isShown: boolean) => container.toggleAttribute('data-keyboard', isShown);
    container.addEventListener('pointerdown', () => showCross(false), { signal, capture: true });
    container.addEventListener('blur', () => showCross(false), { signal });
    container.addEventListener('keyup', ({ target }) => showCross(target === container), { signal });
    const pickAtCross = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.target !== container) return;
      event.preventDefault();
      const { lat, lng } = map.getCenter();
      onPick(roundPoint({ latitude: lat, longitude: wrapLongitude(lng) }, decimalsAtZoom(map.getZoom())));
    };
    container.addEventListener('keydown', pickAtCross, { signal });
    return () => listening.abort();
  }, [map, label, onPick, say]);

  return (
    <>
      <div className={styles.cross} aria-hidden="true" />
      <p className={styles.hint} aria-hidden="true">
        {say(keys)}
      </p>
    </>
  );
}
