import { svg } from 'leaflet';
import { memo, startTransition, useCallback, useEffect, useMemo, useState } from 'react';
import { Pane, Polygon, Polyline, useMap, useMapEvent } from 'react-leaflet';
import { coarseZoom } from '#components/map/bounds.ts';
import { panes } from '#components/map/layers/panes.ts';
import { useZoom } from '#components/map/layers/use-zoom.ts';
import {
  type Line,
  type PackedLand,
  parsePackedLand,
  parsePackedSquare,
  squaresIn,
  unpackLand,
  unpackSquare,
} from '#lib/map/layers/land-outline.ts';
import { roundedLine } from '#lib/map/layers/rounded-line.ts';
import styles from './BuiltInMap.module.css';

/** A square as Leaflet draws it: polygons with one ring each, and lines. */
interface Square {
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
function useSquares(known: readonly string[]): {
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
    const areLoaded = names.every((name) => loaded.has(name));
    setVisible((before) => (areLoaded && before.join() === names.join() ? before : names));
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

/** Loads a square once; one that cannot be loaded is asked for again when the map is next moved. */
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

/** From this zoom on, the detailed squares are drawn: the overview would be off by more than a pixel. */
const detailZoom = 9;

/** They draw one view, and half a view, beyond the edges, so that land does not appear cut while the map is dragged. */
const outline = { renderer: svg({ padding: 1, pane: 'land' }), interactive: false };
const detail = { renderer: svg({ padding: 0.5, pane: 'land-detail' }), interactive: false };

/** No clipping and no simplifying: a browser draws so few points faster than Leaflet can remove some. */
const unchanged = { noClip: true, smoothFactor: 0 };
const noSquares: readonly string[] = [];

/**
 * The built-in map: an overview of the land, and from zoom 9 its coast, lakes and rivers by squares. Where a square is not
 * loaded yet, or cannot be, the overview stays.
 */
export const BuiltInMap = memo(function BuiltInMap() {
  const overview = useOverview();
  const zoom = useZoom();
  const isDetailed = zoom >= detailZoom;
  const isSketched = zoom >= coarseZoom;
  const { squares, isComplete } = useSquares(isDetailed ? (overview?.squares ?? noSquares) : noSquares);
  return (
    <>
      <Pane name="land" style={{ zIndex: panes.land }}>
        {overview !== undefined && !isComplete && (
          <Polygon positions={overview.islands} className={styles.land} {...outline} {...unchanged} />
        )}
      </Pane>
      <Pane name="land-detail" style={{ zIndex: panes.landDetail }}>
        {squares.map(([name, square]) =>
          isSketched ? (
            <SketchedShapes key={`${name} sketched`} square={square} zoom={zoom} />
          ) : (
            <SquareShapes key={name} square={square} />
          ),
        )}
      </Pane>
    </>
  );
});

/** The shapes of a square, lowest first. */
function SquareShapes({ square }: { readonly square: Square }) {
  return (
    <>
      <Polygon positions={square.land} className={styles.area} {...detail} />
      <Polygon positions={square.lakes} className={styles.lake} {...detail} />
      <Polygon positions={square.islands} className={styles.area} {...detail} />
      <Polyline positions={square.rivers} className={styles.river} fill={false} {...detail} />
      <Polyline positions={square.coast} className={styles.coast} fill={false} {...detail} />
    </>
  );
}

/** The same closer than they are exact: round, and with a soft shore as wide as they may be off. */
function SketchedShapes({ square, zoom }: { readonly square: Square; readonly zoom: number }) {
  const { land, lakes, islands, rivers, coast } = useMemo(() => roundedSquare(square), [square]);
  const shore = { weight: shorePixels(zoom), className: styles.shore, fill: false, ...detail };
  return (
    <>
      <Polygon positions={land} className={styles.area} {...detail} />
      <Polygon positions={lakes} className={styles.lake} {...detail} />
      <Polygon positions={islands} className={styles.area} {...detail} />
      <Polyline positions={rivers} {...shore} />
      <Polyline positions={coast} {...shore} />
    </>
  );
}

function roundedSquare({ land, lakes, islands, rivers, coast }: Square): Square {
  const rings = (polygons: Line[][]) => polygons.map((polygon) => polygon.map((ring) => roundedLine(ring, true)));
  const lines = (open: Line[]) => open.map((line) => roundedLine(line, false));
  return {
    land: rings(land),
    lakes: rings(lakes),
    islands: rings(islands),
    rivers: lines(rivers),
    coast: lines(coast),
  };
}

/** About how far off the coast may be, in metres, and in pixels at a zoom in the middle of the country. */
const shoreMetres = 100;
const widestShore = 16;
const shorePixels = (zoom: number) =>
  Math.min(widestShore, (shoreMetres * 256 * 2 ** zoom) / (40_075_017 * Math.cos((41 * Math.PI) / 180)));

/** The overview, and the names of the squares that have details. */
type Overview = Readonly<{ islands: Line[][]; squares: PackedLand['squares'] }>;

function useOverview(): Overview | undefined {
  const [overview, setOverview] = useState<Overview>();
  useEffect(() => {
    const controller = new AbortController();
    fetchOverview(controller.signal).then(
      (found) => startTransition(() => setOverview(found)),
      () => {
        // the map works without it
      },
    );
    return () => controller.abort();
  }, []);
  return overview;
}

async function fetchOverview(signal: AbortSignal): Promise<Overview | undefined> {
  const response = await fetch('/land/nz.json', { signal });
  const land = response.ok ? parsePackedLand(await response.json()) : undefined;
  return land && { islands: unpackLand(land).map((coast) => [coast]), squares: land.squares };
}
