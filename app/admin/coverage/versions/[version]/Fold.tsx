import type { ReactNode } from 'react';
import styles from './Fold.module.css';

/** A part of the page that opens when it is wanted. */
export function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className={styles.fold}>
      <summary>{title}</summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
