import { useCallback, useState } from 'react';
import { useLanguage } from '#components/language/LanguageProvider.tsx';
import { addressBar, useBackButton } from '#components/map/address-bar.ts';
import { useLatestRequest } from '#components/map/use-latest-request.ts';
import { measurablePart } from '#lib/broadband/rectangle.ts';
import {
  type AreaOutcome,
  areaPage,
  areaQuery,
  boxOfArea,
  type MapArea,
  parseArea,
  parseAreaShares,
} from '#lib/map/area/area.ts';

/** An area to measure; its outcome is undefined while it is being measured. */
export interface AreaQuestion {
  readonly area: MapArea;
  readonly outcome: AreaOutcome | undefined;
}

/** The latest area, and a function to measure another, which gets its own address and entry in the browser's history. */
export function useArea(first: AreaQuestion | undefined) {
  const [question, setQuestion] = useState(first);
  const language = useLanguage();
  const { start, cancel } = useLatestRequest();

  const answer = useCallback(
    async (area: MapArea) => {
      const signal = start();
      setQuestion({ area, outcome: undefined });
      const outcome = await fetchArea(area, signal);
      if (!signal.aborted) setQuestion({ area, outcome });
    },
    [start],
  );

  const measure = useCallback(
    (area: MapArea) => {
      addressBar.push(areaPage(area, language));
      void answer(area);
    },
    [answer, language],
  );

  const goBack = useCallback(() => {
    const query = new URLSearchParams(window.location.search);
    const area = parseArea(query.get('from'), query.get('to'));
    if (area !== undefined) return void answer(area);
    cancel();
    setQuestion(undefined);
  }, [answer, cancel]);
  useBackButton(goBack);

  return { question, measure };
}

/** Asks how much of an area is covered, unless it cannot be measured. It never throws. */
async function fetchArea(area: MapArea, signal: AbortSignal): Promise<AreaOutcome> {
  const part = measurablePart(boxOfArea(area));
  if (!part.ok) {
    return part.reason === 'too large'
      ? { kind: part.reason, width: part.width, height: part.height }
      : { kind: part.reason };
  }
  try {
    const response = await fetch(`/areas?${areaQuery(area)}`, { signal });
    if (response.status === 429 || response.status === 503) return { kind: 'limit reached' };
    const shares = response.ok ? parseAreaShares(await response.json()) : undefined;
    return shares === undefined ? { kind: 'fault' } : { kind: 'measured', shares };
  } catch {
    return { kind: navigator.onLine ? 'fault' : 'offline' };
  }
}
