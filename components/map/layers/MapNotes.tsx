import type { ReactNode } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { BaseMapState } from '#components/map/ground/use-base-map.ts';
import { onDemand } from '#components/ui/on-demand.tsx';
import type { AttributionPart } from '#lib/map/layers/street-map.ts';
import type { MessageKey } from '#lib/messages/en.ts';
import styles from './MapNotes.module.css';

// loaded close up, where a street map is missing
const StaffNote = onDemand(() => import('./StaffNote.tsx').then((module) => module.StaffNote));

interface MapNotesProps {
  readonly base: BaseMapState;
  /** Whether the coverage on the map is older than the answers. */
  readonly isBehind?: boolean;
  /** A legend, above the notes. */
  readonly children?: ReactNode;
}

/** Notes in a corner of the map: that its picture is being updated, that a server is down, and whose maps these are. */
export function MapNotes({ base: { maps, shown, isDown, isClose }, isBehind = false, children }: MapNotesProps) {
  const say = useSay();
  const notes: MessageKey[] = [];
  if (isBehind) notes.push('layers.behind');
  if (isDown) notes.push('map.server-down');
  const isCoarse = shown === 'built-in' && isClose;
  if (isCoarse) notes.push('map.coarse');
  const map = shown === 'built-in' ? undefined : maps[shown];
  return (
    <div className={styles.foot}>
      {children}
      <div className={styles.note}>
        <p role="status" className={styles.behind}>
          {notes.map((note) => say(note)).join(' ')}
        </p>
        {isCoarse && maps.streets === undefined && <StaffNote />}
        {map === undefined ? (
          <p>{say(isCoarse ? 'map.sketched' : 'map.built-in')}</p>
        ) : (
          <Attribution parts={map.attribution} />
        )}
      </div>
    </div>
  );
}

function Attribution({ parts }: { readonly parts: readonly AttributionPart[] }) {
  return (
    <p lang="en">
      {parts.map(({ text, href }) =>
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
