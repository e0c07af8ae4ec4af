import { useSay } from '#components/language/LanguageProvider.tsx';
import type { StreetMap } from '#lib/map/layers/street-map.ts';
import type { MessageKey } from '#lib/messages/en/index.ts';
import styles from './MapNotes.module.css';

interface MapNotesProps {
  readonly streetMap: StreetMap | undefined;
  /** The note without a street map. */
  readonly without?: MessageKey;
}

/** A note in a corner of the map: the attribution of the street map, or that it has none. */
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
