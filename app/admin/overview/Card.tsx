import { type ReactNode, useId } from 'react';
import styles from './overview.module.css';

interface CardProps {
  readonly title: string;
  /** The figure to see first. */
  readonly figure: ReactNode;
  /** What needs attention; marks the card. */
  readonly care?: string;
  /** Whether what needs attention is serious. */
  readonly isFault?: boolean;
  /** As wide as two cards, if there is room. */
  readonly isWide?: boolean;
  readonly children?: ReactNode;
}

/** One subject of the overview. */
export function Card({ title, figure, care, isFault = false, isWide = false, children }: CardProps) {
  const id = useId();
  return (
    <section
      className={styles.card}
      aria-labelledby={id}
      data-needs-care={care !== undefined}
      data-fault={isFault && care !== undefined}
      data-wide={isWide}
    >
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <p className={styles.figure}>{figure}</p>
      {care !== undefined && <p className={styles.care}>{care}</p>}
      {children}
    </section>
  );
}
