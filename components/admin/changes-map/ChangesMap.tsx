'use client';

import { Group, NativeSelect, SegmentedControl } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useCallback, useState } from 'react';
import { ChangePatterns } from './ChangePatterns.tsx';
import styles from './ChangesMap.module.css';
import { Legend } from './Legend.tsx';
import { type MapContent, type MapView, mapViews } from './map-content.ts';
import { usePlaces } from './ShownPlace.tsx';

// Leaflet needs a browser; its place is kept free by the style sheet
const LeafletMap = dynamic(() => import('./LeafletMap.tsx').then((module) => module.LeafletMap), { ssr: false });

const viewWords = { before: 'Before', after: 'After', changes: 'Changes' } as const;

/** The coverage before and after a version, and where it changes, a technology at a time. */
export function ChangesMap({ content }: { readonly content: MapContent }) {
  const { place, goBack } = usePlaces();
  const [chosen, setChosen] = useState<string>();
  const [view, setView] = useState<MapView>('changes');
  const [isFaulty, setFaulty] = useState(false);
  const tellFault = useCallback(() => setFaulty(true), []);
  const [led, setLed] = useState(place);
  if (place !== led) {
    setLed(place);
    setView('changes');
    if (place?.technology !== undefined) setChosen(place.technology);
  }
  const technology = content.technologies.find(({ name }) => name === chosen) ?? content.technologies[0];
  if (technology === undefined) return <p>Nothing is covered before or after, so there is nothing to see on a map.</p>;
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
        <LeafletMap content={content} technology={technology} view={view} onTileFault={tellFault} />
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
            Back to where you were in the lists
          </button>
        </div>
      )}
      {content.missing !== undefined && <p className={styles.words}>{content.missing}</p>}
      {isFaulty && (
        <p className={styles.words}>Some pictures of the map could not be loaded. The lists below are whole.</p>
      )}
    </div>
  );
}
