import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { accuracyAtZoom } from '#lib/map/accuracy.ts';
import { decimalsAtZoom, roundPoint, wrapLongitude } from '#lib/map/degrees.ts';
import { useSay } from '../words/Words.tsx';
import styles from './AskOnEnter.module.css';
import type { Ask } from './question.ts';

/** For the keyboard: the map has a cross in its middle, arrow keys move it, Enter asks there. */
export function AskOnEnter({ onAsk }: { onAsk: Ask }) {
  const say = useSay();
  const map = useMap();

  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', say('map.label'));
    const listening = new AbortController();
    const { signal } = listening;

    // Leaflet focuses the map at each click, and browsers take that for the keyboard's doing: the cross would show
    const showCross = (isShown: boolean) => container.toggleAttribute('data-keyboard', isShown);
    container.addEventListener('pointerdown', () => showCross(false), { signal, capture: true });
    container.addEventListener('blur', () => showCross(false), { signal });
    container.addEventListener('keyup', ({ target }) => showCross(target === container), { signal });

    const askAtCross = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.target !== container) return;
      event.preventDefault();
      const { lat, lng } = map.getCenter();
      const point = { latitude: lat, longitude: wrapLongitude(lng) };
      const rounded = roundPoint(point, decimalsAtZoom(map.getZoom()));
      onAsk({ point: rounded, address: undefined }, 'map', accuracyAtZoom(lat, map.getZoom()));
    };
    container.addEventListener('keydown', askAtCross, { signal });
    return () => listening.abort();
  }, [map, onAsk, say]);

  return (
    <>
      <div className={styles.cross} aria-hidden="true" />
      <p className={styles.hint} aria-hidden="true">
        {say('map.keys')}
      </p>
    </>
  );
}
