import type { RefObject } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { sizeOf } from '#lib/broadband/rectangle.ts';
import { nameOfTechnology } from '#lib/map/answer/words.ts';
import { areaQuery, boxOfArea, formatShare, type TechnologyShare } from '#lib/map/area/area.ts';
import styles from './AreaOutcomeView.module.css';
import { type AreaQuestion, kilometres, wordsForUnmeasured } from './use-area.ts';

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

/** The shares of an area as bars, where a full bar is the whole area; the same shares are in the table below. */
function AreaBars({ technologies }: { technologies: readonly TechnologyShare[] }) {
  const say = useSay();
  return (
    <div className={styles.bars} aria-hidden="true">
      {technologies.map(({ technology, available, underway, planned }) => (
        <div key={technology}>
          <p className={styles.line}>
            <bdi className={styles.name}>{nameOfTechnology(say, technology)}</bdi>
            <span>{formatShare(available)}</span>
          </p>
          <div className={styles.bar}>
            <div className={styles.available} style={{ width: `${100 * available}%` }} />
            <div className={styles.underway} style={{ width: `${100 * underway}%` }} />
            <div className={styles.planned} style={{ width: `${100 * planned}%` }} />
          </div>
        </div>
      ))}
      <p className={styles.keys}>
        <span className={`${styles.key} ${styles.available}`} /> {say('availability.available')}
        <span className={`${styles.key} ${styles.underway}`} /> {say('availability.underway')}
        <span className={`${styles.key} ${styles.planned}`} /> {say('availability.planned')}
      </p>
    </div>
  );
}

/** The shares of an area as a table. */
function AreaTable({ technologies }: { technologies: readonly TechnologyShare[] }) {
  const say = useSay();
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{say('area.table')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('area.technology')}</th>
          <th scope="col">{say('availability.available')}</th>
          <th scope="col">{say('availability.underway')}</th>
          <th scope="col">{say('availability.planned')}</th>
        </tr>
      </thead>
      <tbody>
        {technologies.map(({ technology, available, underway, planned }) => (
          <tr key={technology}>
            <th scope="row">
              <bdi>{nameOfTechnology(say, technology)}</bdi>
            </th>
            <td>{formatShare(available)}</td>
            <td>{formatShare(underway)}</td>
            <td>{formatShare(planned)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
