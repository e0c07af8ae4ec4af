import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type BestLayer,
  type CoverageLayer,
  isPictureBehind,
  parseBestLayer,
  parseCoverageLayers,
} from '#lib/map/layers/coverage-layers.ts';

/** The minimum time between two requests, in milliseconds: many missing tiles cause only one. */
const pauseMs = 10_000;

/** What the map knows of its coverage layers. */
interface Found {
  readonly layers: readonly CoverageLayer[];
  readonly best: BestLayer | undefined;
  /** Whether their picture is older than the answers. */
  readonly isBehind: boolean;
}

/**
 * The coverage layers of the map; undefined until they are wanted and loaded. They are asked for again while their picture
 * is behind. Call `refresh` when tiles are missing, which means that a newer version was published.
 */
export function useCoverageLayers(isWanted: boolean): {
  readonly layers: readonly CoverageLayer[] | undefined;
  readonly best: BestLayer | undefined;
  readonly isBehind: boolean;
  readonly refresh: () => void;
} {
  const [found, setFound] = useState<Found>();
  const requestedAt = useRef(Number.NEGATIVE_INFINITY);

  const refresh = useCallback(() => {
    if (performance.now() - requestedAt.current < pauseMs) return;
    requestedAt.current = performance.now();
    void fetchLayers().then((next) => {
      if (next !== undefined) setFound(next);
    });
  }, []);

  const isBehind = found?.isBehind === true;
  useEffect(() => {
    if (isWanted) refresh();
    if (!isWanted || !isBehind) return;
    const timer = window.setInterval(refresh, pauseMs);
    return () => window.clearInterval(timer);
  }, [isWanted, isBehind, refresh]);
  return { layers: found?.layers, best: found?.best, isBehind, refresh };
}

async function fetchLayers(): Promise<Found | undefined> {
  try {
    const response = await fetch('/tiles');
    const body: unknown = response.ok ? await response.json() : undefined;
    const layers = parseCoverageLayers(body);
    return layers && { layers, best: parseBestLayer(body), isBehind: isPictureBehind(body) };
  } catch {
    return undefined;
  }
}
