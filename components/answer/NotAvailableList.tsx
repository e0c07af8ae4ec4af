import type { TechnologyResult } from '#lib/map/answer.ts';
import { nameOfTechnology } from '#lib/map/words.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSay } from '../words/Words.tsx';
import styles from './NotAvailableList.module.css';

export function NotAvailableList({ results }: { results: readonly TechnologyResult[] }) {
  const say = useSay();
  return (
    <section className={styles.absent} aria-labelledby="not-available">
      <h2 id="not-available" className={styles.title}>
        <Icon name="dash" />
        {say('answer.not-available')}
      </h2>
      <ul className={styles.names}>
        {results.map(({ technology }) => (
          <li key={technology}>{nameOfTechnology(say, technology)}</li>
        ))}
      </ul>
    </section>
  );
}
