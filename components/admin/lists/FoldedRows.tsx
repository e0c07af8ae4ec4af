'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { counted } from '#lib/counted.ts';
import styles from './FoldedRows.module.css';
import { ScrollRegion } from './ScrollRegion.tsx';

interface FoldedRowsProps {
  readonly label: string;
  readonly className: string | undefined;
  /** How many rows are marked `data-more`. */
  readonly folded: number;
  /** The table. */
  readonly children: ReactNode;
}

/** A table whose rows marked `data-more` a phone shows once they are asked for; wider screens show all at once. */
export function FoldedRows({ label, className, folded, children }: FoldedRowsProps) {
  const [isOpen, setOpen] = useState(folded === 0);
  const table = useRef<HTMLDivElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (!isOpen || !wasAsked.current) return;
    wasAsked.current = false;
    // the button is gone: the focus goes on where the list does
    const row = table.current?.querySelector<HTMLElement>('[data-more]');
    (row?.querySelector<HTMLElement>('a, button, input, summary') ?? row)?.focus();
  }, [isOpen]);
  return (
    <div ref={table} className={styles.rows} data-folded={!isOpen}>
      <ScrollRegion label={label} className={className}>
        {children}
      </ScrollRegion>
      {!isOpen && (
        <button
          type="button"
          className={styles.more}
          onClick={() => {
            wasAsked.current = true;
            setOpen(true);
          }}
        >
          Show {counted(folded, 'more row')}
        </button>
      )}
    </div>
  );
}
