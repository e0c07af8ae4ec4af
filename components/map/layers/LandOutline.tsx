import { svg } from 'leaflet';
import { memo, startTransition, useEffect, useState } from 'react';
import { Pane, Polygon } from 'react-leaflet';
import { outlineZoom } from '#components/map/bounds.ts';
import { parsePackedLand, unpackLand } from '#lib/map/layers/land-outline.ts';
import styles from './LandOutline.module.css';
import { panes } from './panes.ts';
import { useZoom } from './use-zoom.ts';

/** A polygon with one ring: latitudes and longitudes of the coast. */
type Island = [[number, number][]];

/** Draws one view beyond the edges, so that land does not appear cut while the map is dragged. */
const renderer = svg({ padding: 1, pane: 'land' });

/** No clipping and no simplifying: a browser draws so few points faster than Leaflet can remove some. */
const unchanged = { noClip: true, smoothFactor: 0 };

/** The built-in coastline, up to the zoom at which it is accurate. */
export const LandOutline = memo(function LandOutline() {
  const [islands, setIslands] = useState<Island[]>([]);
  const zoom = useZoom();

  useEffect(() => {
    const controller = new AbortController();
    fetchIslands(controller.signal).then(
      (found) => startTransition(() => setIslands(found)),
      () => {
        // the map works without the outline
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
