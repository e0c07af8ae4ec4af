import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { useSay } from '#components/language/LanguageProvider.tsx';
import styles from './AskOnEnter.module.css';
import { pointAt } from './point-at.ts';
import type { Ask } from './question.ts';

interface AskOnEnterProps {
  readonly onAsk: Ask;
  readonly onNearer: () => void;
}

/** For the keyboard: the map has a cross in its middle, arrow keys move it, Enter points there. */
export function AskOnEnter({ onAsk, onNearer }: AskOnEnterProps) {
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
      pointAt(map, map.getCenter(), onAsk, onNearer);
    };
    container.addEventListener('keydown', askAtCross, { signal });
    return () => listening.abort();
  }, [map, onAsk, onNearer, say]);

  return (
    <>
      <div className={styles.cross} aria-hidden="true" />
      <p className={styles.hint} aria-hidden="true">
        {say('map.keys')}
      </p>
    </>
  );
}
