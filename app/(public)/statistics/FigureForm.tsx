import { Button } from '#components/ui/Button.tsx';
import { SelectField } from '#components/ui/SelectField.tsx';
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
      <SelectField name="technology" label={words.say('technology')} options={technologies} value={choice.technology} />
      <SelectField
        name="availability"
        label={words.say('availability')}
        options={reachedBy.map((known) => [known, words.availability(known)])}
        value={choice.availability}
      />
      <SelectField
        name="mbps"
        label={words.say('speed')}
        options={speedSteps.map((mbps, step) => [String(mbps), words.speed(step)])}
        value={String(speedSteps[choice.step])}
      />
      {addressed !== 'none' && (
        <SelectField
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
