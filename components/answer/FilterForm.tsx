import { useId, useState } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { QuietButton } from '#components/ui/QuietButton.tsx';
import { desk, useMedia } from '#components/ui/use-media.ts';
import type { TechnologyResult } from '#lib/map/answer/answer.ts';
import { type AnswerFilter, countOffers, everything, fastMbps } from '#lib/map/answer/answer-filter.ts';
import { nameOfTechnology } from '#lib/map/answer/words.ts';
import styles from './FilterForm.module.css';

interface FilterFormProps {
  readonly results: readonly TechnologyResult[];
  readonly filter: AnswerFilter;
  readonly onChange: (filter: AnswerFilter) => void;
  /** How many offers are not shown. */
  readonly hidden: number;
}

const whens = ['', 'now', 'later'] as const;

/**
 * Which technologies of an answer are shown: all, one, the fast ones, those of today or those to come. One line while it hides
 * nothing, unless the window has room for more.
 */
export function FilterForm({ results, filter, onChange, hidden }: FilterFormProps) {
  const say = useSay();
  const id = useId();
  const all = countOffers(results);
  const hasRoom = useMedia(desk);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={styles.fold}
      open={hasRoom || isOpen || hidden > 0}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      data-needs-script=""
    >
      <summary className={styles.title}>{say('filter.title')}</summary>
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
        <p role="status" className={styles.hiding}>
          {hidden > 0 && say(hidden === all ? 'filter.nothing' : 'filter.hidden', { hidden, all })}
        </p>
        {hidden > 0 && <QuietButton onClick={() => onChange(everything)}>{say('filter.show-all')}</QuietButton>}
      </fieldset>
    </details>
  );
}
