import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { decimalsAtZoom, roundPoint, wrapLongitude } from '#lib/map/degrees.ts';
import styles from './AskOnEnter.module.css';
import type { Ask } from './question.ts';

const label =
  'Map of New Zealand. Arrow keys move it, plus and minus zoom, Enter asks about the point at the cross in the middle.';

/** For the keyboard: the map has a cross in its middle, arrow keys move it, Enter asks there. */
export function AskOnEnter({ onAsk }: { onAsk: Ask }) {
  const map = useMap();

  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', label);
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
      onAsk(roundPoint(point, decimalsAtZoom(map.getZoom())), 'map');
    };
    container.addEventListener('keydown', askAtCross, { signal });
    return () => listening.abort();
  }, [map, onAsk]);

  return (
    <>
      <div className={styles.cross} aria-hidden="true" />
      <p className={styles.hint} aria-hidden="true">
        Arrow keys move, + and − zoom, Enter asks at the cross
      </p>
    </>
  );
}
