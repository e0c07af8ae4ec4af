import { useCallback, useEffect, useRef, useState } from 'react';
import { type CoverageLayer, parseCoverageLayers } from '#lib/map/layers/coverage-layers.ts';

/** The least time between two looks, in milliseconds: a view of tiles that are gone asks once. */
const pauseMs = 10_000;

/**
 * The technologies as the map draws them; undefined until they are wanted and the server has told. `lookAgain` is for when
 * tiles are gone: somebody has published newer ones.
 */
export function useCoverageLayers(isWanted: boolean): {
  readonly layers: readonly CoverageLayer[] | undefined;
  readonly lookAgain: () => void;
} {
  const [layers, setLayers] = useState<readonly CoverageLayer[]>();
  const lookedAt = useRef(Number.NEGATIVE_INFINITY);

  const lookAgain = useCallback(() => {
    if (performance.now() - lookedAt.current < pauseMs) return;
    lookedAt.current = performance.now();
    void fetchLayers().then((found) => {
      if (found !== undefined) setLayers(found);
    });
  }, []);

  useEffect(() => {
    if (isWanted) lookAgain();
  }, [isWanted, lookAgain]);
  return { layers, lookAgain };
}

async function fetchLayers(): Promise<readonly CoverageLayer[] | undefined> {
  try {
    const response = await fetch('/tiles');
    return response.ok ? parseCoverageLayers(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}
