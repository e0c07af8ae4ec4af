import type { ReactNode } from 'react';
import styles from './Facts.module.css';

/** A term and its value. */
export type Fact = readonly [term: string, value: ReactNode];

/** Facts about a record. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
