import Link from 'next/link';
import { type ReactNode, useId } from 'react';
import styles from './overview.module.css';

interface CardProps {
  readonly title: string;
  /** By which a link of the page leads to it. */
  readonly anchor?: string;
  /** The figure to see first. */
  readonly figure: ReactNode;
  /** The page that the title leads to; without it, a link is among the details. */
  readonly href?: string;
  /** Nothing for a figure that says all. */
  readonly children?: ReactNode;
}

/** One subject of the overview, with a link to its screen. */
export function Card({ title, anchor, figure, href, children }: CardProps) {
  const id = useId();
  return (
    <section id={anchor} className={styles.card} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {href === undefined ? (
          title
        ) : (
          <Link href={href} prefetch={false}>
            {title}
          </Link>
        )}
      </h3>
      <p className={styles.figure}>{figure}</p>
      {children && <div className={styles.details}>{children}</div>}
    </section>
  );
}
