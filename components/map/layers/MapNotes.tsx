import type { ReactNode } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { BaseMapState } from '#components/map/ground/use-base-map.ts';
import { onDemand } from '#components/ui/on-demand.tsx';
import { formatDay } from '#lib/map/answer/words.ts';
import type { AttributionPart } from '#lib/map/layers/street-map.ts';
import type { MessageKey } from '#lib/messages/en.ts';
import styles from './MapNotes.module.css';

// loaded close up, where a street map is missing
const StaffNote = onDemand(() => import('./StaffNote.tsx').then((module) => module.StaffNote));

interface MapNotesProps {
  readonly base: BaseMapState;
  /** What the keys of the map do, shown to people who use them. */
  readonly keys: MessageKey;
  /** Whether the coverage on the map is older than the answers. */
  readonly isBehind?: boolean;
  /** The day whose coverage is drawn; empty for the present. */
  readonly asOf?: string;
  /** Whether the coverage of that day cannot be drawn. */
  readonly isLost?: boolean | undefined;
  /** Whether some of the coverage could not be loaded, which looks as if there were none. */
  readonly isLacking?: boolean;
  /** A hint and a legend, above the notes. */
  readonly children?: ReactNode;
}

/**
 * What is written at the foot of the map, one below the other so that nothing is covered: what the keys do, the legend, and
 * notes of which day it is, that its picture is being updated or lacks a part, that a server is down, and whose maps these are.
 */
export function MapNotes(props: MapNotesProps) {
  const { base, keys, isBehind = false, asOf = '', isLost = false, isLacking = false, children } = props;
  const { maps, shown, isDown, isClose } = base;
  const say = useSay();
  const notes: string[] = [];
  if (asOf !== '') notes.push(say(isLost ? 'layers.day-lost' : 'layers.day-shown', { day: formatDay(say, asOf) }));
  if (isBehind) notes.push(say('layers.behind'));
  if (isLacking) notes.push(say('layers.lacking'));
  if (isDown) notes.push(say('map.server-down'));
  const isCoarse = shown === 'built-in' && isClose;
  if (isCoarse) notes.push(say('map.coarse'));
  const map = shown === 'built-in' ? undefined : maps[shown];
  return (
    <div className={styles.foot} data-over-map="">
      <p className={styles.keys} aria-hidden="true">
        {say(keys)}
      </p>
      {children}
      <div className={styles.note}>
        <p role="status" className={styles.behind}>
          {notes.join(' ')}
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
