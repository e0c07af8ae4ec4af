import { useSay } from '#components/language/LanguageProvider.tsx';
import type { StreetMap } from '#lib/map/layers/street-map.ts';
import type { MessageKey } from '#lib/messages/en/index.ts';
import styles from './MapNotes.module.css';

interface MapNotesProps {
  readonly streetMap: StreetMap | undefined;
  /** What is said where there are no streets. */
  readonly without?: MessageKey;
}

/** In a corner of the map: whose streets are drawn, or that there are none. */
export function MapNotes({ streetMap, without = 'map.no-streets' }: MapNotesProps) {
  const say = useSay();
  if (streetMap === undefined) return <p className={styles.note}>{say(without)}</p>;
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
