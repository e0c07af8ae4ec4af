import { latLngBounds } from 'leaflet';
import { useEffect } from 'react';
import { Rectangle, useMap } from 'react-leaflet';
import { PickPoint } from '#components/map/asking/PickPoint.tsx';
import { PlacePin } from '#components/map/asking/PlacePin.tsx';
import { mostZoom, outlineZoom, reachBounds } from '#components/map/bounds.ts';
import { PlainMap } from '#components/map/PlainMap.tsx';
import type { MapArea } from '#lib/map/area/area.ts';
import type { MapPoint } from '#lib/map/degrees.ts';
import type { StreetMap } from '#lib/map/layers/street-map.ts';
import styles from './AreaMap.module.css';

interface AreaMapProps {
  readonly area: MapArea | undefined;
  /** The first of two corners, while the second is waited for. */
  readonly corner: MapPoint | undefined;
  readonly onCorner: (point: MapPoint) => void;
  readonly streetMap: StreetMap | undefined;
}

/** The map, to set two corners on. */
export function AreaMap({ area, corner, onCorner, streetMap }: AreaMapProps) {
  return (
    <PlainMap streetMap={streetMap}>
      <PickPoint label="area.label" keys="area.keys" onPick={onCorner} />
      {corner === undefined ? (
        area !== undefined && <ShownArea area={area} hasStreets={streetMap !== undefined} />
      ) : (
        <PlacePin point={corner} />
      )}
    </PlainMap>
  );
}

/** The rectangle that was asked about; the map shows the whole of it, and as near as there is something to be seen around it. */
function ShownArea({ area: { from, to }, hasStreets }: { readonly area: MapArea; readonly hasStreets: boolean }) {
  const map = useMap();
  const maxZoom = hasStreets ? mostZoom : outlineZoom;
  const { latitude: south, longitude: west } = from;
  const { latitude: north, longitude: east } = to;

  useEffect(() => {
    const bounds = latLngBounds([south, west], [north, east]);
    if (map.getBounds().contains(bounds) && Math.min(maxZoom, map.getBoundsZoom(bounds)) - map.getZoom() < 2) return;
    const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (reachBounds.contains(bounds))
      map.fitBounds(bounds, { padding: [48, 48], maxZoom, animate: !prefersReducedMotion });
  }, [map, maxZoom, south, west, north, east]);

  const bounds = latLngBounds([south, west], [north, east]);
  return <Rectangle bounds={bounds} className={styles.area} interactive={false} />;
}
