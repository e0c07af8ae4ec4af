'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import styles from './Stage.module.css';

interface StageProps {
  /** Names the part that is shown. */
  readonly name: string;
  readonly children: ReactNode;
}

/** Shows one part after another. A new part gets the focus, so that keyboard and screen reader continue there. */
export function Stage({ name, children }: StageProps) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(name);

  useEffect(() => {
    if (shown.current === name) return;
    shown.current = name;
    place.current?.focus();
  }, [name]);

  return (
    <div ref={place} className={styles.stage} tabIndex={-1}>
      {children}
    </div>
  );
}
