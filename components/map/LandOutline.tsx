import { svg } from 'leaflet';
import { useEffect, useState } from 'react';
import { Polygon } from 'react-leaflet';
import { parsePackedLand, unpackLand } from '#lib/map/land-outline.ts';
import styles from './LandOutline.module.css';

/** Drawn a whole view beyond the edge, so that a dragged map shows no cut land. */
const renderer = svg({ padding: 1 });

/** The built-in coastline. Without it the map can still be asked. */
export function LandOutline() {
  const [islands, setIslands] = useState<[number, number][][]>([]);

  useEffect(() => {
    const controller = new AbortController();
    fetchIslands(controller.signal).then(setIslands, () => {
      // a lost outline is no reason to stop: the answer does not depend on it
    });
    return () => controller.abort();
  }, []);

  if (islands.length === 0) return null;
  return (
    <Polygon
      positions={islands.map((island) => [island])}
      className={styles.land}
      renderer={renderer}
      interactive={false}
    />
  );
}

async function fetchIslands(signal: AbortSignal): Promise<[number, number][][]> {
  const response = await fetch('/land/nz.json', { signal });
  const land = response.ok ? parsePackedLand(await response.json()) : undefined;
  return land === undefined ? [] : unpackLand(land);
}
