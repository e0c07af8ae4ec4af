import { useSay } from '#components/language/LanguageProvider.tsx';
import { nameOfTechnology } from '#lib/map/answer/words.ts';
import { formatShare, type TechnologyShare } from '#lib/map/area/area-shares.ts';
import styles from './AreaBars.module.css';

/** The shares of an area as bars, where a full bar is the whole area; the same shares are in the table below. */
export function AreaBars({ technologies }: { technologies: readonly TechnologyShare[] }) {
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
