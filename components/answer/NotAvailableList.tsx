import type { TechnologyResult } from '#lib/map/answer.ts';
import { nameOfTechnology } from '#lib/map/words.ts';
import { useSay } from '../words/Words.tsx';
import styles from './NotAvailableList.module.css';

/** What is not here: folded, for it is seldom what somebody came for. */
export function NotAvailableList({ results }: { results: readonly TechnologyResult[] }) {
  const say = useSay();
  return (
    <details className={styles.absent}>
      <summary className={styles.title}>{say('answer.not-available-count', { count: results.length })}</summary>
      <ul className={styles.names}>
        {results.map(({ technology }) => (
          <li key={technology}>{nameOfTechnology(say, technology)}</li>
        ))}
      </ul>
    </details>
  );
}
