import { useSay } from '#components/language/LanguageProvider.tsx';
import type { TechnologyResult } from '#lib/map/answer/answer.ts';
import { nameOfTechnology } from '#lib/map/answer/words.ts';
import styles from './NotAvailableList.module.css';

/** The technologies that are not available, folded, because few people look for them. */
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
