import { useSay } from '#components/language/LanguageProvider.tsx';
import type { StreetMap } from '#lib/map/layers/street-map.ts';
import type { MessageKey } from '#lib/messages/en/index.ts';
import styles from './MapNotes.module.css';

interface MapNotesProps {
  readonly streetMap: StreetMap | undefined;
  /** The note without a street map. */
  readonly without?: MessageKey;
  /** Whether the coverage on the map is older than the answers. */
  readonly isBehind?: boolean;
}

/** Notes in a corner of the map: that its picture is being updated, and the attribution of the street map or that it has none. */
export function MapNotes({ streetMap, without = 'map.no-streets', isBehind = false }: MapNotesProps) {
  const say = useSay();
  return (
    <div className={styles.note}>
      <p role="status" className={styles.behind}>
        {isBehind && say('layers.behind')}
      </p>
      {streetMap === undefined ? <p>{say(without)}</p> : <Attribution streetMap={streetMap} />}
    </div>
  );
}

function Attribution({ streetMap }: { readonly streetMap: StreetMap }) {
  return (
    <p lang="en">
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
