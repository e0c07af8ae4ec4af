import type { TechnologyResult } from '#lib/map/answer.ts';
import { summariseResults } from '#lib/map/words.ts';
import { NotAvailableList } from './NotAvailableList.tsx';
import styles from './Results.module.css';
import { TechnologyCard } from './TechnologyCard.tsx';

interface ResultsProps {
  readonly results: readonly TechnologyResult[];
  readonly demonstration: boolean;
}

/** The answer for one point, in the order it came: fastest first. */
export function Results({ results, demonstration }: ResultsProps) {
  const present = results.filter(({ availability }) => availability !== 'Not Available');
  const absent = results.filter(({ availability }) => availability === 'Not Available');
  return (
    <>
      <p className={styles.summary}>{summariseResults(results)}</p>
      {present.map((result) => (
        <TechnologyCard key={result.technology} result={result} />
      ))}
      {absent.length > 0 && <NotAvailableList results={absent} />}
      <p className={styles.caution}>
        This is the answer for this point, not for an address. Ask the provider before you decide.
        {demonstration && ' And this is demonstration data: its providers are invented.'}
      </p>
    </>
  );
}
