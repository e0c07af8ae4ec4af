import { useId, useState } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import {
  type AnswerFilter,
  everything,
  fastMbps,
  filterResults,
  scaleEnd,
  type TechnologyResult,
} from '#lib/map/answer/answer.ts';
import { fastestOf, nameOfTechnology, summariseResults } from '#lib/map/answer/words.ts';
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

interface FilterFormProps {
  readonly results: readonly TechnologyResult[];
  readonly filter: AnswerFilter;
  readonly onChange: (filter: AnswerFilter) => void;
}

const whens = ['', 'now', 'later'] as const;

/** Which technologies of an answer are shown: all, one, the fast ones, those of today or those to come. */
export function FilterForm({ results, filter, onChange }: FilterFormProps) {
  const say = useSay();
  const id = useId();
  return (
    <fieldset className={styles.filter}>
      <legend className={styles.hidden}>{say('filter.title')}</legend>
      <label htmlFor={`${id}-technology`} className={styles.hidden}>
        {say('filter.technology')}
      </label>
      <select
        id={`${id}-technology`}
        className={styles.choice}
        value={filter.technology}
        onChange={({ target }) => onChange({ ...filter, technology: target.value })}
      >
        <option value="">{say('filter.all')}</option>
        {results.map(({ technology }) => (
          <option key={technology} value={technology}>
            {nameOfTechnology(say, technology)}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-when`} className={styles.hidden}>
        {say('filter.when')}
      </label>
      <select
        id={`${id}-when`}
        className={styles.choice}
        value={filter.when}
        onChange={({ target }) => onChange({ ...filter, when: whens.find((when) => when === target.value) ?? '' })}
      >
        <option value="">{say('filter.any-time')}</option>
        <option value="now">{say('filter.now')}</option>
        <option value="later">{say('filter.later')}</option>
      </select>
      <label className={styles.fast}>
        <input
          type="checkbox"
          checked={filter.isFast}
          onChange={({ target }) => onChange({ ...filter, isFast: target.checked })}
        />
        {say('filter.fast', fastMbps)}
      </label>
    </fieldset>
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
