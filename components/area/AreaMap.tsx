import { latLngBounds } from 'leaflet';
import { Rectangle } from 'react-leaflet';
import { PickPoint } from '#components/map/asking/PickPoint.tsx';
import { PlacePin } from '#components/map/asking/PlacePin.tsx';
import { BaseMap } from '#components/map/BaseMap.tsx';
import { maxZoom, outlineZoom } from '#components/map/bounds.ts';
import { MapNotes } from '#components/map/layers/MapNotes.tsx';
import { useFitBounds } from '#components/map/use-fit-bounds.ts';
import type { MapArea } from '#lib/map/area/area.ts';
import type { MapPoint } from '#lib/map/degrees.ts';
import type { StreetMap } from '#lib/map/layers/street-map.ts';
import styles from './AreaMap.module.css';

interface AreaMapProps {
  readonly area: MapArea | undefined;
  /** The first corner, while the second is not chosen yet. */
  readonly corner: MapPoint | undefined;
  readonly onCorner: (point: MapPoint) => void;
  readonly streetMap: StreetMap | undefined;
}

/** The map to choose two corners on. */
export function AreaMap({ area, corner, onCorner, streetMap }: AreaMapProps) {
  return (
    <>
      <BaseMap streetMap={streetMap}>
        <PickPoint label="area.label" keys="area.keys" onPick={onCorner} />
        {corner === undefined ? (
          area !== undefined && <ShownArea area={area} hasStreets={streetMap !== undefined} />
        ) : (
          <PlacePin point={corner} />
        )}
      </BaseMap>
      <MapNotes streetMap={streetMap} without="area.no-streets" />
    </>
  );
}

/** The measured rectangle. The map shows all of it, zoomed in as far as something is drawn around it. */
function ShownArea({ area: { from, to }, hasStreets }: { readonly area: MapArea; readonly hasStreets: boolean }) {
  const first: [number, number] = [from.latitude, from.longitude];
  const second: [number, number] = [to.latitude, to.longitude];
  useFitBounds(first, second, hasStreets ? maxZoom : outlineZoom);
  return <Rectangle bounds={latLngBounds(first, second)} className={styles.area} interactive={false} />;
}
