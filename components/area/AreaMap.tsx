import { latLngBounds } from 'leaflet';
import { Rectangle } from 'react-leaflet';
import { PickPoint } from '#components/map/asking/KeyboardCross.tsx';
import { PlacePin } from '#components/map/asking/PlacePin.tsx';
import { BaseMap } from '#components/map/BaseMap.tsx';
import { coarseZoom, maxZoom, useFitBounds } from '#components/map/bounds.ts';
import { useBaseMap } from '#components/map/ground/use-base-map.ts';
import { MapNotes } from '#components/map/layers/MapNotes.tsx';
import type { MapArea } from '#lib/map/area/area.ts';
import type { MapPoint } from '#lib/map/degrees.ts';
import type { BaseMaps } from '#lib/map/layers/street-map.ts';
import styles from './AreaMap.module.css';

interface AreaMapProps {
  readonly area: MapArea | undefined;
  /** The first corner, while the second is not chosen yet. */
  readonly corner: MapPoint | undefined;
  readonly onCorner: (point: MapPoint) => void;
  readonly maps: BaseMaps;
}

/** The map to choose two corners on. */
export function AreaMap({ area, corner, onCorner, maps }: AreaMapProps) {
  const base = useBaseMap(maps);
  return (
    <>
      <BaseMap base={base} pins={[corner]}>
        <PickPoint label="area.label" onPick={onCorner} />
        {corner === undefined ? (
          area !== undefined && <ShownArea area={area} hasStreets={base.shown !== 'built-in'} />
        ) : (
          <PlacePin point={corner} />
        )}
      </BaseMap>
      <MapNotes base={base} keys="area.keys" />
    </>
  );
}

/** The measured rectangle. The map shows all of it, zoomed in as far as something is drawn around it. */
function ShownArea({ area: { from, to }, hasStreets }: { readonly area: MapArea; readonly hasStreets: boolean }) {
  const first: [number, number] = [from.latitude, from.longitude];
  const second: [number, number] = [to.latitude, to.longitude];
  useFitBounds(first, second, hasStreets ? maxZoom : coarseZoom);
  return <Rectangle bounds={latLngBounds(first, second)} className={styles.area} interactive={false} />;
}
