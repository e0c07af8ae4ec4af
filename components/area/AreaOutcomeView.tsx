import type { RefObject } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { sizeOf } from '#lib/broadband/rectangle.ts';
import { areaQuery, boxOfArea } from '#lib/map/area/area.ts';
import { AreaBars } from './AreaBars.tsx';
import styles from './AreaOutcomeView.module.css';
import { AreaTable } from './AreaTable.tsx';
import { kilometres, wordsForUnmeasured } from './area-words.ts';
import type { AreaQuestion } from './use-area.ts';

interface AreaOutcomeViewProps {
  readonly question: AreaQuestion;
  /** Gets the focus if the area was typed. */
  readonly title: RefObject<HTMLHeadingElement | null>;
}

/** The outcome of measuring an area: still measuring, its shares, or why it cannot be measured. */
export function AreaOutcomeView({ question: { area, outcome }, title }: AreaOutcomeViewProps) {
  const say = useSay();
  if (outcome === undefined) return <p>{say('area.measuring')}</p>;
  if (outcome.kind !== 'measured') {
    return (
      <h2 ref={title} tabIndex={-1} className={styles.unmeasured}>
        {wordsForUnmeasured(say, outcome)}
      </h2>
    );
  }
  const { shares } = outcome;
  const { width, height } = sizeOf(
    boxOfArea({
      from: { latitude: shares.south, longitude: shares.west },
      to: { latitude: shares.north, longitude: shares.east },
    }),
  );
  const size = { width: kilometres(width), height: kilometres(height), area: kilometres(shares.square_kilometres) };
  return (
    <section className={styles.measured} aria-labelledby="area-result">
      <h2 id="area-result" ref={title} tabIndex={-1} className={styles.title}>
        {say('area.result')}
      </h2>
      <p>
        {say('area.size', size)} {shares.is_clipped && say('area.clipped')}
      </p>
      <AreaBars technologies={shares.technologies} />
      <AreaTable technologies={shares.technologies} />
      <p className={styles.note}>
        {say('area.whole')}{' '}
        {shares.version === null ? say('area.no-version') : say('area.version', { version: shares.version })}
      </p>
      <p className={styles.download}>
        <a href={`/areas?${areaQuery(area)}&format=csv`} download="area.csv">
          {say('area.download')}
        </a>
      </p>
    </section>
  );
}
