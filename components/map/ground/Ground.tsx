import { numberZoom } from '#components/map/bounds.ts';
import { useZoom } from '#components/map/layers/use-zoom.ts';
import type { Pins } from '#components/map/places/AddressDots.tsx';
import { TownLabels } from '#components/map/places/TownLabels.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import { BuiltInMap } from './BuiltInMap.tsx';
import type { BaseMapState } from './use-base-map.ts';

// each is loaded when it is first needed
const StreetFile = onDemand(() => import('./StreetFile.tsx').then((module) => module.StreetFile));
const StreetTiles = onDemand(() => import('./StreetTiles.tsx').then((module) => module.StreetTiles));
const PlaceLabels = onDemand(() =>
  import('#components/map/places/PlaceLabels.tsx').then((module) => module.PlaceLabels),
);
const AddressDots = onDemand(() =>
  import('#components/map/places/AddressDots.tsx').then((module) => module.AddressDots),
);

/** From these zooms on, names other than those of towns, and addresses, are drawn. */
const labelZoom = 8;
const addressZoom = 15;

/** What is below the coverage: the built-in map, and over it the one that is shown. */
export function Ground({ maps, shown, isDown, onTile, pins }: BaseMapState & { readonly pins: Pins }) {
  const zoom = useZoom();
  const map = shown === 'built-in' ? undefined : maps[shown];
  // a map that is down is asked on, unseen, so that it returns by itself
  const asked = map ?? (isDown ? maps.streets : undefined);
  const isBuiltIn = map === undefined;
  const hasNames = isBuiltIn || shown === 'aerial';
  return (
    <>
      <BuiltInMap />
      {asked?.kind === 'pictures' && (
        <StreetTiles key={asked.url} isAerial={shown === 'aerial'} url={asked.url} onTile={onTile} />
      )}
      {asked?.kind === 'file' && <StreetFile url={asked.url} mostZoom={asked.mostZoom} pins={pins} />}
      {hasNames && zoom < numberZoom && <TownLabels />}
      {isBuiltIn && zoom >= labelZoom && zoom < numberZoom && <PlaceLabels />}
      {hasNames && zoom >= addressZoom && <AddressDots pins={pins} />}
    </>
  );
}
