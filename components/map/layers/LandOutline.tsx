import { svg } from 'leaflet';
import { memo, startTransition, useEffect, useState } from 'react';
import { Pane, Polygon } from 'react-leaflet';
import { outlineZoom } from '#components/map/bounds.ts';
import { parsePackedLand, unpackLand } from '#lib/map/layers/land-outline.ts';
import styles from './LandOutline.module.css';
import { panes } from './panes.ts';
import { useZoom } from './use-zoom.ts';

/** A polygon of one ring: latitudes and longitudes of its coast. */
type Island = [[number, number][]];

/** Drawn a whole view beyond the edge, so that a dragged map shows no cut land. */
const renderer = svg({ padding: 1, pane: 'land' });

/** Neither cut nor simplified: for so few points a browser draws them all faster than Leaflet leaves some out. */
const unchanged = { noClip: true, smoothFactor: 0 };

/** The built-in coastline, as far as it is exact. Without it the map can still be asked. */
export const LandOutline = memo(function LandOutline() {
  const [islands, setIslands] = useState<Island[]>([]);
  const zoom = useZoom();

  useEffect(() => {
    const controller = new AbortController();
    fetchIslands(controller.signal).then(
      (found) => startTransition(() => setIslands(found)),
      () => {
        // a lost outline is no reason to stop: the answer does not depend on it
      },
    );
    return () => controller.abort();
  }, []);

  return (
    <Pane name="land" style={{ zIndex: panes.land }}>
      {islands.length > 0 && zoom <= outlineZoom && (
        <Polygon positions={islands} className={styles.land} renderer={renderer} interactive={false} {...unchanged} />
      )}
    </Pane>
  );
});

async function fetchIslands(signal: AbortSignal): Promise<Island[]> {
  const response = await fetch('/land/nz.json', { signal });
  const land = response.ok ? parsePackedLand(await response.json()) : undefined;
  return land === undefined ? [] : unpackLand(land).map((coast) => [coast]);
}
