import type { ReactNode } from 'react';
import styles from './MessagePage.module.css';

interface MessagePageProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page that has only something to say. */
export function MessagePage({ title, children }: MessagePageProps) {
  return (
    <div className={styles.message}>
      <h1>{title}</h1>
      {children}
    </div>
  );
}
