import { useState } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { TechnologyResult } from '#lib/map/answer/answer.ts';
import { everything, filterResults } from '#lib/map/answer/filter.ts';
import { scaleEnd } from '#lib/map/answer/speed-scale.ts';
import { fastestOf, summariseResults } from '#lib/map/answer/words.ts';
import { FilterForm } from './FilterForm.tsx';
import { NotAvailableList } from './NotAvailableList.tsx';
import styles from './Results.module.css';
import { TechnologyCard } from './TechnologyCard.tsx';

export interface ResultsProps {
  readonly results: readonly TechnologyResult[];
  readonly demonstration: boolean;
  /** Whether the point is that of a street address. */
  readonly isAddress: boolean;
}

/** The answer for a point, in the order of the API: fastest first. */
export function Results({ results, demonstration, isAddress }: ResultsProps) {
  const say = useSay();
  const [filter, setFilter] = useState(everything);
  const present = filterResults(results, everything);
  // the technology that was chosen may not be at the next point
  const isKnown = present.some(({ technology }) => technology === filter.technology);
  const shown = filterResults(results, isKnown ? filter : { ...filter, technology: '' });
  const absent = results.filter(({ availability }) => availability === 'Not Available');
  const scaleMbps = scaleEnd(fastestOf(results));
  return (
    <>
      <p className={styles.summary}>{summariseResults(say, results)}</p>
      {present.length > 1 && <FilterForm results={present} filter={filter} onChange={setFilter} />}
      {shown.length > 0 && (
        <div className={styles.cards}>
          {shown.map((result) => (
            <TechnologyCard key={result.technology} result={result} scaleMbps={scaleMbps} />
          ))}
        </div>
      )}
      {shown.length === 0 && present.length > 0 && <p role="status">{say('filter.nothing')}</p>}
      {shown.length > 0 && <p className={styles.scale}>{say(scaleMbps > 1000 ? 'speed.scale-long' : 'speed.scale')}</p>}
      {absent.length > 0 && <NotAvailableList results={absent} />}
      <p className={styles.caution}>
        {say(isAddress ? 'answer.caution-address' : 'answer.caution')}
        {demonstration && ` ${say('answer.caution-demonstration')}`}
      </p>
    </>
  );
}
