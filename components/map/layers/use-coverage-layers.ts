import { useCallback, useEffect, useRef, useState } from 'react';
import { type CoverageLayer, parseCoverageLayers } from '#lib/map/layers/coverage-layers.ts';

/** The minimum time between two requests, in milliseconds: many missing tiles cause only one. */
const pauseMs = 10_000;

/**
 * The coverage layers of the map; undefined until they are wanted and loaded. Call `refresh` when tiles are missing, which
 * means that a newer version was published.
 */
export function useCoverageLayers(isWanted: boolean): {
  readonly layers: readonly CoverageLayer[] | undefined;
  readonly refresh: () => void;
} {
  const [layers, setLayers] = useState<readonly CoverageLayer[]>();
  const requestedAt = useRef(Number.NEGATIVE_INFINITY);

  const refresh = useCallback(() => {
    if (performance.now() - requestedAt.current < pauseMs) return;
    requestedAt.current = performance.now();
    void fetchLayers().then((found) => {
      if (found !== undefined) setLayers(found);
    });
  }, []);

  useEffect(() => {
    if (isWanted) refresh();
  }, [isWanted, refresh]);
  return { layers, refresh };
}

async function fetchLayers(): Promise<readonly CoverageLayer[] | undefined> {
  try {
    const response = await fetch('/tiles');
    return response.ok ? parseCoverageLayers(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}
