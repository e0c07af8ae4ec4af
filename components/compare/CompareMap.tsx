import { LetterPin } from '#components/map/asking/LetterPin.tsx';
import { PickPoint } from '#components/map/asking/PickPoint.tsx';
import { BaseMap } from '#components/map/BaseMap.tsx';
import { coarseZoom } from '#components/map/bounds.ts';
import { useBaseMap } from '#components/map/ground/use-base-map.ts';
import { MapNotes } from '#components/map/layers/MapNotes.tsx';
import { useFitBounds } from '#components/map/use-fit-bounds.ts';
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
      <BaseMap base={base}>
        <PickPoint label="compare.label" keys="compare.keys" onPick={onPick} />
        <LetterPin letter="A" point={first} />
        {second !== undefined && <LetterPin letter="B" point={second} />}
        <FitBoth first={first} second={second ?? first} />
      </BaseMap>
      <MapNotes base={base} />
    </>
  );
}

function FitBoth({ first, second }: { readonly first: MapPoint; readonly second: MapPoint }) {
  useFitBounds([first.latitude, first.longitude], [second.latitude, second.longitude], coarseZoom);
  return null;
}
