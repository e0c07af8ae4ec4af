import dynamic from 'next/dynamic';
import { useZoom } from '#components/map/layers/use-zoom.ts';
import { PlaceLabels } from '#components/map/places/PlaceLabels.tsx';
import { TownLabels } from '#components/map/places/TownLabels.tsx';
import { BuiltInMap } from './BuiltInMap.tsx';
import { StreetTiles } from './StreetTiles.tsx';
import type { BaseMapState } from './use-base-map.ts';

// each is loaded when it is first needed
const StreetFile = dynamic(() => import('./StreetFile.tsx').then((module) => module.StreetFile), { ssr: false });
const AddressDots = dynamic(
  () => import('#components/map/places/AddressDots.tsx').then((module) => module.AddressDots),
  {
    ssr: false,
  },
);

/** From this zoom on, addresses are drawn. */
const addressZoom = 15;

/** What is below the coverage: the built-in map, and over it the one that is shown. */
export function Ground({ maps, shown, isDown, onTile }: BaseMapState) {
  const zoom = useZoom();
  const map = shown === 'built-in' ? undefined : maps[shown];
  // a map that is down is asked on, unseen, so that it returns by itself
  const asked = map ?? (isDown ? maps.streets : undefined);
  const isBuiltIn = map === undefined;
  return (
    <>
      <BuiltInMap />
      {asked?.kind === 'pictures' && (
        <StreetTiles key={asked.url} isAerial={shown === 'aerial'} url={asked.url} onTile={onTile} />
      )}
      {asked?.kind === 'file' && <StreetFile url={asked.url} mostZoom={asked.mostZoom} />}
      {(isBuiltIn || shown === 'aerial') && <TownLabels />}
      {isBuiltIn && <PlaceLabels />}
      {(isBuiltIn || shown === 'aerial') && zoom >= addressZoom && <AddressDots />}
    </>
  );
}
