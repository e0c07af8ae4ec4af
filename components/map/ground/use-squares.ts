import { startTransition, useCallback, useEffect, useState } from 'react';
import { useMap, useMapEvent } from 'react-leaflet';
import { type Line, parsePackedSquare, unpackSquare } from '#lib/map/layers/land-outline.ts';
import { squaresIn } from '#lib/map/layers/land-squares.ts';

/** A square as Leaflet draws it: polygons with one ring each, and lines. */
export interface Square {
  readonly land: Line[][];
  readonly lakes: Line[][];
  readonly islands: Line[][];
  readonly coast: Line[];
  readonly rivers: Line[];
}

/** How far beyond its edges, as a share of its size, the map has squares ready. */
const margin = 0.25;

/** Those that were loaded, for all maps of a page. */
const loaded = new Map<string, Square>();
const pending = new Map<string, Promise<void>>();

/**
 * The squares that are visible, of those with details, as far as they are loaded.
 *
 * @param known the names of the squares that have details
 */
export function useSquares(known: readonly string[]): {
  readonly squares: readonly (readonly [string, Square])[];
  readonly isComplete: boolean;
} {
  const map = useMap();
  const [, setChanges] = useState(0);
  const [visible, setVisible] = useState<readonly string[]>([]);

  const look = useCallback(() => {
    const bounds = map.getBounds().pad(margin);
    const sides = {
      west: bounds.getWest(),
      east: bounds.getEast(),
      south: bounds.getSouth(),
      north: bounds.getNorth(),
    };
    const names = known.length === 0 ? [] : squaresIn(sides).filter((name) => known.includes(name));
    setVisible((before) => (before.join() === names.join() ? before : names));
  }, [map, known]);
  useEffect(look, [look]);
  useMapEvent('moveend', look);

  useEffect(() => {
    let isWanted = true;
    const missing = visible.filter((name) => !loaded.has(name));
    for (const name of missing) {
      void load(name).then(() => {
        if (isWanted) startTransition(() => setChanges((count) => count + 1));
      });
    }
    return () => {
      isWanted = false;
    };
  }, [visible]);

  const squares = visible.flatMap((name) => {
    const square = loaded.get(name);
    return square === undefined ? [] : [[name, square] as const];
  });
  return { squares, isComplete: visible.length > 0 && squares.length === visible.length };
}

/** Loads a square once; one that cannot be loaded is asked for again when it is next visible. */
function load(name: string): Promise<void> {
  let promise = pending.get(name);
  if (promise === undefined) {
    promise = fetchSquare(name).finally(() => pending.delete(name));
    pending.set(name, promise);
  }
  return promise;
}

async function fetchSquare(name: string): Promise<void> {
  try {
    const response = await fetch(`/land/squares/${name}.json`);
    const packed = response.ok ? parsePackedSquare(await response.json()) : undefined;
    if (packed === undefined) return;
    const { land, lakes, islands, coast, rivers } = unpackSquare(packed);
    const polygons = (rings: readonly Line[]) => rings.map((ring) => [ring]);
    loaded.set(name, { land: polygons(land), lakes: polygons(lakes), islands: polygons(islands), coast, rivers });
  } catch {
    // the overview stays
  }
}
