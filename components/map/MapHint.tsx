import { useSay } from '#components/language/LanguageProvider.tsx';
import styles from './MapHint.module.css';

interface MapHintProps {
  /** Whether the map was just brought nearer to be pointed at again. */
  readonly isNearer: boolean;
  readonly hasStreets: boolean;
}

/** What to do next on the map; said by a screen reader too. */
export function MapHint({ isNearer, hasStreets }: MapHintProps) {
  const say = useSay();
  return (
    <p role="status" className={styles.hint}>
      {isNearer && say(hasStreets ? 'map.point-at-roof' : 'map.point-at-roof-without-streets')}
    </p>
  );
}
