import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import styles from './SheetHandle.module.css';

/** The height of the map above the sheet, in percent of the window: at least, at most, at first, and by one key. */
const heights = { least: 15, most: 70, first: 30, step: 5 };

/**
 * The handle of the sheet over the map on a phone, dragged by hand or moved by arrow keys: a window splitter as in the ARIA
 * Authoring Practices. On a wide screen it is not shown.
 */
export function SheetHandle() {
  const say = useSay();
  const [height, setHeight] = useState(heights.first);
  const drag = useRef<{ readonly y: number; readonly height: number }>(undefined);

  function move(next: number) {
    const bounded = Math.round(Math.min(heights.most, Math.max(heights.least, next)));
    setHeight(bounded);
    document.documentElement.style.setProperty('--map-height', `${bounded}svh`);
  }

  function handleKey(event: KeyboardEvent) {
    const next = {
      ArrowUp: height - heights.step,
      ArrowDown: height + heights.step,
      Home: heights.least,
      End: heights.most,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    move(next);
  }

  function handleMove({ clientY }: PointerEvent) {
    if (drag.current !== undefined) move(drag.current.height + (100 * (clientY - drag.current.y)) / window.innerHeight);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; this separator can
    <div
      role="separator"
      tabIndex={0}
      aria-label={say('map.sheet')}
      aria-orientation="horizontal"
      aria-controls="answer"
      aria-valuemin={heights.least}
      aria-valuemax={heights.most}
      aria-valuenow={height}
      className={styles.handle}
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        drag.current = { y: event.clientY, height };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={handleMove}
      onPointerUp={() => {
        drag.current = undefined;
      }}
      onPointerCancel={() => {
        drag.current = undefined;
      }}
    />
  );
}
