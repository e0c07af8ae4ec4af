import 'leaflet/dist/leaflet.css';
import { divIcon, latLngBounds, svg } from 'leaflet';
import { useEffect, useState } from 'react';
import {
  CircleMarker,
  MapContainer,
  Marker,
  Polygon,
  TileLayer,
  useMap,
  useMapEvent,
  ZoomControl,
} from 'react-leaflet';
import { PlacePin } from '#components/map/asking/PlacePin.tsx';
import mapStyles from '#components/map/BaseMap.module.css';
import { reachBounds, serviceBounds } from '#components/map/bounds.ts';
import { BuiltInMap } from '#components/map/ground/BuiltInMap.tsx';
import { CoveredNames } from '#components/map/places/CoveredNames.tsx';
import { TownLabels } from '#components/map/places/TownLabels.tsx';
import { changeKinds } from '#lib/broadband/measure/changed-points.ts';
import { type DrawnSquares, keepApart, squareCorners } from '#lib/map/layers/changed-places.ts';
import { DifferenceTiles } from './DifferenceTiles.tsx';
import styles from './LeafletMap.module.css';
import { patternFill } from './Legend.tsx';
import type { MapContent, MapProblem, MapSample, MapTechnology, MapView } from './map-content.ts';
import { usePlaces } from './ShownPlace.tsx';

interface LeafletMapProps {
  readonly content: MapContent;
  readonly technology: MapTechnology;
  readonly view: MapView;
  readonly onTileFault: () => void;
}

/** The map: coverage of one technology before or after, or where it changed. */
export function LeafletMap({ content, technology, view, onTileFault }: LeafletMapProps) {
  const { before, after, squares, name } = technology;
  const showsChanges = view === 'changes';
  const pictures = { before, after, changes: undefined }[view];
  const isComparable = content.missing === undefined;
  return (
    <MapContainer
      className={mapStyles.map}
      bounds={boundsOf(technology)}
      boundsOptions={{ padding: [24, 24], maxZoom: 11 }}
      maxBounds={reachBounds}
      maxBoundsViscosity={0.8}
      minZoom={4}
      maxZoom={16}
      zoomSnap={0.25}
      zoomDelta={1}
      zoomControl={false}
      attributionControl={false}
    >
      <NamedContainer label={`Map of ${name}: ${view}. The arrow keys move it, + and − zoom.`} />
      <BuiltInMap />
      {pictures !== undefined && (
        <TileLayer key={pictures} url={pictures} minZoom={4} maxZoom={16} eventHandlers={{ tileerror: onTileFault }} />
      )}
      {showsChanges && isComparable && (
        <DifferenceTiles key={name} before={before} after={after} altered={squares.altered} onFault={onTileFault} />
      )}
      {showsChanges && !isComparable && <ChangedSquares key={name} squares={squares} />}
      <TownLabels />
      {showsChanges && <ProblemDots problems={content.problems} />}
      {showsChanges && <SamplePins samples={content.samples.filter((sample) => sample.technology === name)} />}
      <ZoomControl position="topright" />
      <GoToPlace />
      <CoveredNames />
    </MapContainer>
  );
}

/** Gives the map, which takes keyboard focus, a name. */
function NamedContainer({ label }: { readonly label: string }) {
  const map = useMap();
  useEffect(() => {
    const container = map.getContainer();
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', label);
    // makes its focus visible
    container.toggleAttribute('data-keyboard', true);
  }, [map, label]);
  return null;
}

function boundsOf({ squares }: MapTechnology) {
  const corners = changeKinds.flatMap((kind) => squareCorners(squares[kind]).flat());
  return corners.length === 0 ? serviceBounds : latLngBounds(corners);
}

/** Close enough to distinguish streets. */
const closeZoom = 13;

/** Centres the map on the place that was chosen in a list, and focuses the map. */
function GoToPlace() {
  const map = useMap();
  const { place } = usePlaces();

  useEffect(() => {
    if (place === undefined) return;
    const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    map.setView([place.latitude, place.longitude], Math.max(map.getZoom(), closeZoom), { animate: !isReduced });
    const container = map.getContainer();
    container.scrollIntoView({ block: 'center', behavior: isReduced ? 'auto' : 'smooth' });
    container.focus({ preventScroll: true });
  }, [map, place]);

  return place === undefined ? null : <PlacePin point={place} />;
}

const renderer = svg({ padding: 0.5 });

/** Where a technology changed, as squares, when there are no pictures to compare; one shape for each kind of change. */
function ChangedSquares({ squares }: { readonly squares: DrawnSquares }) {
  return changeKinds
    .filter((kind) => squares[kind].length > 0)
    .map((kind) => (
      <Polygon
        key={kind}
        positions={squareCorners(squares[kind]).map((ring) => [ring])}
        className={styles[kind]}
        fillColor={patternFill(kind)}
        fillOpacity={1}
        renderer={renderer}
        smoothFactor={0}
        interactive={false}
      />
    ));
}

/** The zoom from which numbers have room. */
const fromZoom = 6.5;

/** The width of a numbered circle, in pixels. */
const circle = 22;

/** The points whose answer changes, numbered as in the list, as far as there is room; clicking one shows which it is. */
export function SamplePins({ samples }: { readonly samples: readonly MapSample[] }) {
  const { show } = usePlaces();
  const map = useMap();
  const [zoom, setZoom] = useState(map.getZoom());
  useMapEvent('zoomend', () => setZoom(map.getZoom()));
  // at lower zooms they would hide the changes
  if (zoom < fromZoom) return null;
  const apart = keepApart(samples, circle, ({ latitude, longitude }) => map.project([latitude, longitude], zoom));
  return apart.map(({ number, technology, kind, latitude, longitude }) => (
    <Marker
      key={number}
      position={[latitude, longitude]}
      icon={divIcon({
        className: '',
        html: `<span class="${styles.sample}" data-over-names>${number}</span>`,
        iconSize: [circle, circle],
      })}
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
