import { useCallback, useEffect, useRef, useState } from 'react';
import { useLanguage } from '#components/language/LanguageProvider.tsx';
import { addressBar } from '#components/map/address-bar.ts';
import { areaPage, type MapArea, parseArea } from '#lib/map/area/area.ts';
import type { AreaOutcome } from '#lib/map/area/area-shares.ts';
import { fetchArea } from './fetch-area.ts';

/** An area that was asked about; it waits until it has an outcome. */
export interface AreaQuestion {
  readonly area: MapArea;
  readonly outcome: AreaOutcome | undefined;
}

/** The latest area, and the way to measure the next. Each is an entry of the browser's history, under its own address. */
export function useArea(first: AreaQuestion | undefined) {
  const [question, setQuestion] = useState(first);
  const waiting = useRef<AbortController>(undefined);
  const language = useLanguage();

  const answer = useCallback(async (area: MapArea) => {
    waiting.current?.abort();
    const controller = new AbortController();
    waiting.current = controller;
    setQuestion({ area, outcome: undefined });
    const outcome = await fetchArea(area, controller.signal);
    if (!controller.signal.aborted) setQuestion({ area, outcome });
  }, []);

  const measure = useCallback(
    (area: MapArea) => {
      const address = areaPage(area, language);
      const { pathname, search } = window.location;
      if (address !== `${pathname}${search}`) addressBar.push(address);
      void answer(area);
    },
    [answer, language],
  );

  useEffect(() => {
    const goBack = () => {
      const query = new URLSearchParams(window.location.search);
      const area = parseArea(query.get('from'), query.get('to'));
      waiting.current?.abort();
      if (area === undefined) setQuestion(undefined);
      else void answer(area);
    };
    window.addEventListener('popstate', goBack);
    return () => window.removeEventListener('popstate', goBack);
  }, [answer]);

  useEffect(() => () => waiting.current?.abort(), []);

  return { question, measure };
}
