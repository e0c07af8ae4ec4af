import type { ReactNode } from 'react';
import styles from './account.module.css';

/** Something behind a heading that opens it, without JavaScript too. */
export function Fold({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <details className={styles.fold}>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  );
}
