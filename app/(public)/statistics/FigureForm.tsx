import { Button } from '#components/ui/Button.tsx';
import { allTogether } from '#lib/statistics/area-figures.ts';
import type { Addressed, FigureChoice } from '#lib/statistics/figure-choice.ts';
import { reachedBy, speedSteps } from '#lib/statistics/reach.ts';
import styles from './statistics.module.css';
import type { FigureWords } from './statistics-words.ts';

interface FigureFormProps {
  readonly words: FigureWords;
  readonly choice: FigureChoice;
  readonly technologyIds: readonly number[];
  readonly addressed: Addressed;
}

/** Chooses which figures are shown. Works without scripts. */
export function FigureForm({ words, choice, technologyIds, addressed }: FigureFormProps) {
  const technologies = [allTogether, ...technologyIds.map(String)].map((id) => [id, words.technology(id)] as const);
  return (
    <form className={styles.form} aria-label={words.say('choose')}>
      <Select name="technology" label={words.say('technology')} options={technologies} value={choice.technology} />
      <Select
        name="availability"
        label={words.say('availability')}
        options={reachedBy.map((known) => [known, words.availability(known)])}
        value={choice.availability}
      />
      <Select
        name="mbps"
        label={words.say('speed')}
        options={speedSteps.map((mbps, step) => [String(mbps), words.speed(step)])}
        value={String(speedSteps[choice.step])}
      />
      {addressed !== 'none' && (
        <Select
          name="of"
          label={words.say('of')}
          options={[
            ['addresses', words.say('addresses')],
            ['land', words.say('land')],
          ]}
          value={choice.of}
        />
      )}
      {words.language !== 'en' && <input type="hidden" name="lang" value={words.language} />}
      <Button type="submit">{words.say('show')}</Button>
    </form>
  );
}

interface SelectProps {
  readonly name: string;
  readonly label: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  readonly value: string;
}

function Select({ name, label, options, value }: SelectProps) {
  return (
    <label>
      {label}
      {/* the choice of the page, also after the browser has gone back to it */}
      <select key={value} name={name} defaultValue={value} autoComplete="off">
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
