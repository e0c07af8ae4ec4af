import { type ReactNode, useId } from 'react';
import styles from './overview.module.css';

interface CardProps {
  readonly title: string;
  /** The figure to see first. */
  readonly figure: ReactNode;
  readonly children: ReactNode;
}

/** One subject of the overview, with a link to its screen. */
export function Card({ title, figure, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <p className={styles.figure}>{figure}</p>
      <div className={styles.details}>{children}</div>
    </section>
  );
}
