import { useSay } from '#components/language/LanguageProvider.tsx';
import { scaleEnd, type TechnologyResult } from '#lib/map/answer/answer.ts';
import { countOffers, everything, filterResults } from '#lib/map/answer/answer-filter.ts';
import { fastestOf, nameOfTechnology, summariseResults } from '#lib/map/answer/words.ts';
import { FilterForm } from './FilterForm.tsx';
import styles from './Results.module.css';
import { TechnologyCard } from './TechnologyCard.tsx';
import { useAnswerFilter } from './use-answer-filter.ts';

export interface ResultsProps {
  readonly results: readonly TechnologyResult[];
  readonly demonstration: boolean;
  /** Whether the point is that of a street address. */
  readonly isAddress: boolean;
}

/** The answer for a point, in the order of the API: fastest first. */
export function Results({ results, demonstration, isAddress }: ResultsProps) {
  const say = useSay();
  const [filter, setFilter] = useAnswerFilter();
  const present = filterResults(results, everything);
  // the technology that was chosen may not be at the next point
  const isKnown = present.some(({ technology }) => technology === filter.technology);
  const shown = filterResults(results, isKnown ? filter : { ...filter, technology: '' });
  const absent = results.filter(({ availability }) => availability === 'Not Available');
  const scaleMbps = scaleEnd(fastestOf(results));
  return (
    <>
      <p className={styles.summary}>{summariseResults(say, results)}</p>
      {present.length > 1 && (
        <FilterForm
          results={present}
          filter={filter}
          onChange={setFilter}
          hidden={countOffers(present) - countOffers(shown)}
        />
      )}
      {shown.length > 0 && (
        <div className={styles.cards}>
          {shown.map((result, at) => (
            <TechnologyCard key={result.technology} result={result} scaleMbps={scaleMbps} isFirst={at === 0} />
          ))}
        </div>
      )}
      {shown.length > 0 && <p className={styles.scale}>{say(scaleMbps > 1000 ? 'speed.scale-long' : 'speed.scale')}</p>}
      {absent.length > 0 && <NotAvailableList results={absent} />}
      <p className={styles.caution}>
        {say(isAddress ? 'answer.caution-address' : 'answer.caution')}
        {demonstration && ` ${say('answer.caution-demonstration')}`}
      </p>
    </>
  );
}

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
