import { type ReactNode, useId } from 'react';
import styles from './overview.module.css';

interface CardProps {
  readonly title: string;
  /** The one thing to see first. */
  readonly figure: ReactNode;
  /** What somebody should look after; marks the card. */
  readonly care?: string;
  /** Takes the room of two where there is enough. */
  readonly isWide?: boolean;
  readonly children?: ReactNode;
}

/** One thing that the overview tells. */
export function Card({ title, figure, care, isWide = false, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id} data-needs-care={care !== undefined} data-wide={isWide}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <p className={styles.figure}>{figure}</p>
      {care !== undefined && <p className={styles.care}>{care}</p>}
      {children}
    </section>
  );
}
