import { svg } from 'leaflet';
import { memo, startTransition, useEffect, useState } from 'react';
import { Pane, Polygon, Polyline } from 'react-leaflet';
import { panes } from '#components/map/layers/panes.ts';
import { useZoom } from '#components/map/layers/use-zoom.ts';
import { type Line, type PackedLand, parsePackedLand, unpackLand } from '#lib/map/layers/land-outline.ts';
import styles from './BuiltInMap.module.css';
import { type Square, useSquares } from './use-squares.ts';

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
  const isDetailed = useZoom() >= detailZoom;
  const { squares, isComplete } = useSquares(isDetailed ? (overview?.squares ?? noSquares) : noSquares);
  return (
    <>
      <Pane name="land" style={{ zIndex: panes.land }}>
        {overview !== undefined && !isComplete && (
          <Polygon positions={overview.islands} className={styles.land} {...outline} {...unchanged} />
        )}
      </Pane>
      <Pane name="land-detail" style={{ zIndex: panes.landDetail }}>
        {squares.map(([name, square]) => (
          <SquareShapes key={name} square={square} />
        ))}
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
