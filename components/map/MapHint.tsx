import { useSay } from '#components/language/LanguageProvider.tsx';
import styles from './MapHint.module.css';

interface MapHintProps {
  readonly isShown: boolean;
  readonly hasStreets: boolean;
}

/** What to do after the map has zoomed in; also for screen readers. */
export function MapHint({ isShown, hasStreets }: MapHintProps) {
  const say = useSay();
  return (
    <p role="status" className={styles.hint}>
      {isShown && say(hasStreets ? 'map.point-at-roof' : 'map.point-at-roof-without-streets')}
    </p>
  );
}
