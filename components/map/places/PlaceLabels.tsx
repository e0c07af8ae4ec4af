import type { Map as LeafletMap } from 'leaflet';
import { memo, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { Marker, useMap, useMapEvent } from 'react-leaflet';
import { placeOnMap } from '#components/map/bounds.ts';
import {
  chooseLabels,
  labelZoomAt,
  type PlaceLabel,
  parseLabels,
  partsLast,
  tilesIn,
  townLabels,
} from '#lib/map/layers/place-labels.ts';
import { labelIcon } from './TownLabels.tsx';

/** The names of suburbs, localities and features around the middle of the map, as far as there is room. */
export const PlaceLabels = memo(function PlaceLabels() {
  const map = useMap();
  const tiles = useRef(new Map<string, readonly PlaceLabel[]>());
  const [labels, setLabels] = useState<readonly PlaceLabel[]>([]);

  const place = useCallback(() => {
    const zoom = labelZoomAt(map.getZoom());
    const paths = zoom === undefined ? [] : pathsOf(map, zoom);
    const draw = () => {
      const found = paths.map((path) => tiles.current.get(path) ?? []);
      const next =
        zoom === undefined ? [] : chooseLabels(partsLast(inTurn(found)), (label) => map.project(placeOnMap(label)));
      startTransition(() => setLabels(next.filter((label) => !townLabels.includes(label))));
    };
    draw();
    const missing = paths.filter((path) => !tiles.current.has(path));
    if (missing.length === 0) return;
    void Promise.all(
      missing.map(async (path) => {
        const found = await fetchLabels(path);
        if (found !== undefined) tiles.current.set(path, found);
      }),
    ).then(draw);
  }, [map]);
  useEffect(place, [place]);
  useMapEvent('moveend', place);

  return labels.map((label) => (
    <Marker
      key={`${label.name} ${label.latitude} ${label.longitude}`}
      position={placeOnMap(label)}
      icon={labelIcon(label)}
      interactive={false}
      keyboard={false}
    />
  ));
});

function pathsOf(map: LeafletMap, zoom: number): string[] {
  const bounds = map.getBounds();
  const sides = { west: bounds.getWest(), east: bounds.getEast(), south: bounds.getSouth(), north: bounds.getNorth() };
  return tilesIn(sides, zoom).map(({ x, y }) => `/places/${zoom}/${x}/${y}.json`);
}

/** The towns, then the most important of each tile, then the next of each: no part of the map takes all the room. */
function* inTurn(tiles: readonly (readonly PlaceLabel[])[]): Generator<PlaceLabel> {
  yield* townLabels;
  const longest = Math.max(0, ...tiles.map(({ length }) => length));
  for (let at = 0; at < longest; at++) {
    for (const tile of tiles) {
      const label = tile[at];
      if (label !== undefined) yield label;
    }
  }
}

async function fetchLabels(path: string): Promise<PlaceLabel[] | undefined> {
  try {
    const response = await fetch(path);
    return response.ok ? parseLabels(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}
