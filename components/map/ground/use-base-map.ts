import { useCallback, useRef, useState } from 'react';
import { coarseZoom } from '#components/map/bounds.ts';
import type { BaseMaps, ShownBase } from '#lib/map/layers/street-map.ts';

/** So many tiles in a row that cannot be loaded mean that the server is down. */
const mostMissing = 3;

/** The base map that is shown, of those that there are. */
export interface BaseMapState {
  readonly maps: BaseMaps;
  readonly shown: ShownBase;
  /** Whether the chosen map's server does not answer, so that the built-in map is shown. */
  readonly isDown: boolean;
  /** Whether the map is so close that the built-in one is only sketched. */
  readonly isClose: boolean;
  readonly onZoom: (zoom: number) => void;
  readonly choose: (base: ShownBase) => void;
  /** Called for each tile that arrived or could not be loaded. */
  readonly onTile: (arrived: boolean) => void;
}

/** Shows the street map, or what was chosen; while its server is down, the built-in map. */
export function useBaseMap(maps: BaseMaps): BaseMapState {
  const [chosen, setChosen] = useState<ShownBase>(maps.streets === undefined ? 'built-in' : 'streets');
  const [isDown, setIsDown] = useState(false);
  const [isClose, setIsClose] = useState(false);
  const onZoom = useCallback((zoom: number) => setIsClose(zoom >= coarseZoom), []);
  const missing = useRef(0);
  const onTile = useCallback((arrived: boolean) => {
    missing.current = arrived ? 0 : missing.current + 1;
    if (arrived) setIsDown(false);
    else if (missing.current >= mostMissing) setIsDown(true);
  }, []);
  const choose = useCallback((base: ShownBase) => {
    missing.current = 0;
    setIsDown(false);
    setChosen(base);
  }, []);
  return { maps, shown: isDown ? 'built-in' : chosen, isDown, isClose, onZoom, choose, onTile };
}
