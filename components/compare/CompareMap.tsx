import { divIcon, latLngBounds } from 'leaflet';
import { useEffect } from 'react';
import { Marker, useMap } from 'react-leaflet';
import { PickPoint } from '#components/map/asking/KeyboardCross.tsx';
import styles from '#components/map/asking/LetterPin.module.css';
import { BaseMap } from '#components/map/BaseMap.tsx';
import { coarseZoom, pinRoom, placeOnMap, useFitBounds } from '#components/map/bounds.ts';
import { useBaseMap } from '#components/map/ground/use-base-map.ts';
import { MapNotes } from '#components/map/layers/MapNotes.tsx';
import type { MapPoint } from '#lib/map/degrees.ts';
import type { BaseMaps } from '#lib/map/layers/street-map.ts';

interface CompareMapProps {
  readonly first: MapPoint;
  readonly second: MapPoint | undefined;
  readonly onPick: (point: MapPoint) => void;
  readonly maps: BaseMaps;
}

/** The map with the two points; a click chooses the second. */
export function CompareMap({ first, second, onPick, maps }: CompareMapProps) {
  const base = useBaseMap(maps);
  return (
    <>
      <BaseMap base={base} pins={[first, second]}>
        <PickPoint label="compare.label" onPick={onPick} />
        <LetterPin letter="A" point={first} />
        {second !== undefined && <LetterPin letter="B" point={second} />}
        <FitBoth first={first} second={second ?? first} />
      </BaseMap>
      <MapNotes base={base} keys="compare.keys" />
    </>
  );
}

function FitBoth({ first, second }: { readonly first: MapPoint; readonly second: MapPoint }) {
  useFitBounds([first.latitude, first.longitude], [second.latitude, second.longitude], coarseZoom);
  const map = useMap();
  useEffect(() => {
    const printing = window.matchMedia('print');
    // the map on paper has another shape, in which a place may be beyond its edge
    const fit = () => {
      const bounds = latLngBounds([placeOnMap(first), placeOnMap(second)]);
      if (printing.matches) map.fitBounds(bounds, { ...pinRoom, maxZoom: coarseZoom, animate: false });
    };
    printing.addEventListener('change', fit);
    return () => printing.removeEventListener('change', fit);
  }, [map, first, second]);
  return null;
}

type Letter = 'A' | 'B';

/** The tip of the pin is at the point. */
const iconOf = (letter: Letter) =>
  divIcon({
    className: styles.pin,
    html: `<svg viewBox="0 0 30 40" aria-hidden="true"><path d="M15 39C15 39 28 25 28 15A13 13 0 0 0 2 15C2 25 15 39 15 39Z"/><text x="15" y="20" text-anchor="middle">${letter}</text></svg>`,
    iconSize: [30, 40],
    iconAnchor: [15, 39],
  });
const icons = { A: iconOf('A'), B: iconOf('B') };

/** Marks a compared point with the letter of its answer. */
function LetterPin({ letter, point }: { readonly letter: Letter; readonly point: MapPoint }) {
  return (
    <Marker
      position={placeOnMap(point)}
      icon={icons[letter]}
      interactive={false}
      keyboard={false}
      zIndexOffset={1000}
    />
  );
}
