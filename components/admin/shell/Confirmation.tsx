'use client';

import { CloseButton } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import styles from './Confirmation.module.css';

interface Confirmed {
  readonly sentence: string;
}

/** How long a confirmation stays, in milliseconds: nobody needs it to go on. */
const shownForMs = 12_000;

let confirmed: Confirmed | undefined;
const listeners = new Set<() => void>();

function show(next: Confirmed | undefined): void {
  confirmed = next;
  for (const listener of listeners) listener();
}

/** Says what was done, on the screen that comes next too. For what no form says itself. */
export function confirmDone(sentence: string): void {
  show({ sentence });
}

/** The last confirmation, which screen readers announce. Once on each page, outside of what changes. */
export function Confirmation() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => confirmed,
    () => undefined,
  );
  useEffect(() => {
    if (shown === undefined) return;
    const timer = window.setTimeout(() => show(undefined), shownForMs);
    return () => window.clearTimeout(timer);
  }, [shown]);
  return (
    <div role="status" className={styles.place}>
      {shown !== undefined && (
        <div className={styles.confirmation}>
          {shown.sentence}
          <CloseButton size="sm" aria-label="Close the confirmation" onClick={() => show(undefined)} />
        </div>
      )}
    </div>
  );
}
