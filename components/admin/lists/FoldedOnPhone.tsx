'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './FoldedOnPhone.module.css';

interface FoldedOnPhoneProps {
  /** The words of the button that shows what is marked `data-more`; undefined where nothing is. */
  readonly more: string | undefined;
  readonly children: ReactNode;
}

/** Shows the parts marked `data-more` on a phone once they are asked for; wider screens show all at once. */
export function FoldedOnPhone({ more, children }: FoldedOnPhoneProps) {
  const [isOpen, setOpen] = useState(more === undefined);
  const content = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (!isOpen || !wasAsked.current) return;
    wasAsked.current = false;
    // the button is gone: the focus goes on where the content does
    const part = content.current?.querySelector<HTMLElement>('[data-more]');
    (part?.querySelector<HTMLElement>('a, button, input, summary') ?? part)?.focus();
  }, [isOpen]);
  return (
    <div ref={content} className={styles.content} data-folded={!isOpen}>
      {children}
      {!isOpen && (
        <button
          type="button"
          className={styles.more}
          onClick={() => {
            wasAsked.current = true;
            setOpen(true);
          }}
        >
          {more}
        </button>
      )}
    </div>
  );
}
