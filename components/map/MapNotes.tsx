import type { StreetMap } from '#lib/map/street-map.ts';
import { useSay } from '../words/Words.tsx';
import styles from './MapNotes.module.css';

/** In a corner of the map: whose streets are drawn, or that there are none. */
export function MapNotes({ streetMap }: { streetMap: StreetMap | undefined }) {
  const say = useSay();
  if (streetMap === undefined) return <p className={styles.note}>{say('map.no-streets')}</p>;
  return (
    <p lang="en" className={styles.note}>
      {streetMap.attribution.map(({ text, href }) =>
        href === undefined ? (
          text
        ) : (
          <a key={href} href={href} rel="noopener">
            {text}
          </a>
        ),
      )}
    </p>
  );
}
