import { useCallback, useState } from 'react';
import { useLanguage } from '#components/language/LanguageProvider.tsx';
import { addressBar, useBackButton } from '#components/map/address-bar.ts';
import { useLatestRequest } from '#components/map/use-latest-request.ts';
import { measurablePart } from '#lib/broadband/rectangle.ts';
import { formatList, nameOfTechnology } from '#lib/map/answer/words.ts';
import {
  type AreaOutcome,
  type AreaShares,
  areaPage,
  areaQuery,
  boxOfArea,
  formatShare,
  type MapArea,
  parseArea,
  parseAreaShares,
} from '#lib/map/area/area.ts';
import type { Say } from '#lib/messages/say.ts';

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

/** The reason why an area was not measured. */
export function wordsForUnmeasured(say: Say, outcome: Exclude<AreaOutcome, { kind: 'measured' }>): string {
  switch (outcome.kind) {
    case 'too large':
      return say('area.too-large', { width: kilometres(outcome.width), height: kilometres(outcome.height) });
    case 'empty':
      return say('area.empty');
    case 'outside':
      return say('area.outside');
    case 'limit reached':
      return say('area.limit');
    case 'offline':
      return say('area.offline');
    case 'fault':
      return say('area.fault');
  }
}

/** The announcement for screen readers when an area was measured, or could not be. */
export function announcementForArea(say: Say, outcome: AreaOutcome | undefined): string {
  if (outcome === undefined) return '';
  if (outcome.kind !== 'measured') return wordsForUnmeasured(say, outcome);
  return say('area.announced', { summary: summary(say, outcome.shares) });
}

/** `9.8` or `0.45`: kilometres with the usual precision. */
export function kilometres(length: number): string {
  return length.toLocaleString('en-NZ', { maximumSignificantDigits: length < 10 ? 2 : 3 });
}

function summary(say: Say, { technologies }: AreaShares): string {
  return formatList(
    say,
    technologies.map(({ technology, available }) =>
      say('area.covers', { technology: nameOfTechnology(say, technology), share: formatShare(available) }),
    ),
  );
}
