'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import styles from './Stage.module.css';

interface StageProps {
  /** Which of the parts that take turns in this place is shown. */
  readonly name: string;
  readonly children: ReactNode;
}

/** A place where one part takes another's turn; the new one gets the focus, so that keyboard and screen reader go on there. */
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
