import type { TechnologyResult } from '#lib/map/answer.ts';
import { displayText } from '#lib/map/provider-text.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './NotAvailableList.module.css';

export function NotAvailableList({ results }: { results: readonly TechnologyResult[] }) {
  return (
    <section className={styles.absent} aria-labelledby="not-available">
      <h2 id="not-available" className={styles.title}>
        <Icon name="dash" />
        Not available here
      </h2>
      <ul className={styles.names}>
        {results.map(({ technology }) => (
          <li key={technology}>{displayText(technology)}</li>
        ))}
      </ul>
    </section>
  );
}
