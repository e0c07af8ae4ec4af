import type { ReactNode } from 'react';
import styles from './MessagePage.module.css';

interface MessagePageProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page with only a message. */
export function MessagePage({ title, children }: MessagePageProps) {
  return (
    <div className={styles.message} data-scrolls="whole">
      <h1>{title}</h1>
      {children}
    </div>
  );
}
