'use client';

import { Group, NativeSelect, SegmentedControl } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useCallback, useState } from 'react';
import styles from './ChangesMap.module.css';
import { ChangePatterns, Legend } from './Legend.tsx';
import { type MapContent, type MapView, mapViews } from './map-content.ts';
import { usePlaces } from './ShownPlace.tsx';

// Leaflet needs a browser; the style sheet reserves its place
const LeafletMap = dynamic(() => import('./LeafletMap.tsx').then((module) => module.LeafletMap), { ssr: false });

const viewWords = { before: 'Before', after: 'After', changes: 'Changes' } as const;

/** The coverage before and after a version, and where it changes, a technology at a time. */
export function ChangesMap({ content }: { readonly content: MapContent }) {
  const { place, goBack } = usePlaces();
  const [chosen, setChosen] = useState<string>();
  const [view, setView] = useState<MapView>('changes');
  const [isFaulty, setFaulty] = useState(false);
  const reportFault = useCallback(() => setFaulty(true), []);
  const [lastPlace, setLastPlace] = useState(place);
  if (place !== lastPlace) {
    setLastPlace(place);
    setView('changes');
    if (place?.technology !== undefined) setChosen(place.technology);
  }
  const technology = content.technologies.find(({ name }) => name === chosen) ?? content.technologies[0];
  if (technology === undefined) return <p>Nothing is covered before or after, so there is no map.</p>;
  return (
    <div className={styles.whole}>
      <ChangePatterns />
      <Group align="flex-end">
        <NativeSelect
          label="Technology"
          data={content.technologies.map(({ name }) => name)}
          value={technology.name}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label="What the map shows"
          data={mapViews.map((value) => ({ value, label: viewWords[value] }))}
          value={view}
          onChange={(value) => setView(mapViews.find((known) => known === value) ?? 'changes')}
        />
      </Group>
      <div className={styles.map}>
        <LeafletMap content={content} technology={technology} view={view} onTileFault={reportFault} />
      </div>
      <Legend
        technology={technology}
        view={view}
        hasSamples={content.samples.some((sample) => sample.technology === technology.name)}
        hasProblems={content.problems.length > 0}
      />
      <p className={styles.words} role="status">
        {place === undefined ? '' : `The map shows ${place.words}.`}
      </p>
      {place !== undefined && (
        <div>
          <button type="button" className={styles.back} onClick={goBack}>
            Back to the list
          </button>
        </div>
      )}
      {content.missing !== undefined && <p className={styles.words}>{content.missing}</p>}
      {isFaulty && <p className={styles.words}>Some map tiles could not be loaded. The lists below are complete.</p>}
    </div>
  );
}
