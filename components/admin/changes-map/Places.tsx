import { divIcon } from 'leaflet';
import { useState } from 'react';
import { CircleMarker, Marker, useMap, useMapEvent } from 'react-leaflet';
import type { MapProblem, MapSample } from './map-content.ts';
import styles from './Places.module.css';
import { usePlaces } from './ShownPlace.tsx';

/** The zoom from which numbers have room. */
const fromZoom = 6.5;

/** The points whose answer changes, numbered as in the list; clicking one shows which it is. */
export function SamplePins({ samples }: { readonly samples: readonly MapSample[] }) {
  const { show } = usePlaces();
  const map = useMap();
  const [zoom, setZoom] = useState(map.getZoom());
  useMapEvent('zoomend', () => setZoom(map.getZoom()));
  // at lower zooms they would hide the changes
  if (zoom < fromZoom) return null;
  return samples.map(({ number, technology, kind, latitude, longitude }) => (
    <Marker
      key={number}
      position={[latitude, longitude]}
      icon={divIcon({ className: styles.sample ?? '', html: String(number), iconSize: [22, 22] })}
      // the list has a button for each
      keyboard={false}
      eventHandlers={{
        click: () => show({ latitude, longitude, technology, words: `point ${number}, ${technology} ${kind}` }),
      }}
    />
  ));
}

/** Where areas of the file have problems. */
export function ProblemDots({ problems }: { readonly problems: readonly MapProblem[] }) {
  const { show } = usePlaces();
  return problems.map((problem) => (
    <CircleMarker
      key={`${problem.words} ${problem.latitude} ${problem.longitude}`}
      center={[problem.latitude, problem.longitude]}
      radius={5}
      className={styles.problem}
      eventHandlers={{ click: () => show(problem) }}
    />
  ));
}
