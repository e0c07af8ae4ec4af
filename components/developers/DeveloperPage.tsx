import type { ReactNode } from 'react';
import styles from './DeveloperPage.module.css';

interface DeveloperPageProps {
  readonly title: string;
  readonly intro?: string | undefined;
  readonly children: ReactNode;
}

/** A page for developers: its heading, a sentence or two, and its content. */
export function DeveloperPage({ title, intro, children }: DeveloperPageProps) {
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      {intro !== undefined && <p className={styles.intro}>{intro}</p>}
      {children}
    </div>
  );
}
