import { QuietLink } from '#components/ui/QuietButton.tsx';
import { type MeasuredSet, providersOf } from '#server/statistics/figures.ts';
import styles from './statistics.module.css';
import type { FigureWords } from './statistics-words.ts';

interface AboutFiguresProps {
  readonly measured: MeasuredSet;
  readonly words: FigureWords;
}

/** Where the figures come from, and their files. */
export function AboutFigures({ measured, words }: AboutFiguresProps) {
  const { set, measurement } = measured;
  const providers = words.list(providersOf(measurement.versionId));
  const { attribution } = set;
  return (
    <footer className={styles.about}>
      <p>
        {words.say('version', { version: measurement.versionId, day: words.day(measurement.publishedAt) })}{' '}
        {providers !== '' &&
          words.say(attribution === '' ? 'sourcesOfCoverage' : 'sources', { providers, attribution })}{' '}
        {words.say('measured')}
      </p>
      <p className={styles.files}>
        <QuietLink href={`/statistics/${set.slug}/figures.csv`} download>
          {words.say('csv')}
        </QuietLink>
        <QuietLink href={`/statistics/${set.slug}/figures.json`} download>
          {words.say('json')}
        </QuietLink>
      </p>
    </footer>
  );
}
