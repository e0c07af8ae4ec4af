import { useCallback, useEffect, useRef, useState } from 'react';
import { useLanguage } from '#components/language/LanguageProvider.tsx';
import { addressBar } from '#components/map/address-bar.ts';
import { fetchOutcome } from '#components/map/asking/fetch-outcome.ts';
import type { Ask, Question } from '#components/map/asking/question.ts';
import { comparisonPage, parseComparison } from '#lib/map/answer/comparison.ts';
import type { NamedPoint } from '#lib/map/permalink.ts';

/** The second of two points, and the way to choose it. Each choice is an entry of the browser's history, under its own address. */
export function useSecond(siteKey: string, first: NamedPoint, given: Question | undefined) {
  const [second, setSecond] = useState(given);
  const waiting = useRef<AbortController>(undefined);
  const language = useLanguage();

  const answer = useCallback(
    async (asked: Omit<Question, 'outcome'>) => {
      waiting.current?.abort();
      const controller = new AbortController();
      waiting.current = controller;
      setSecond({ ...asked, outcome: undefined });
      const outcome = await fetchOutcome(asked.point, siteKey, controller.signal);
      if (!controller.signal.aborted) setSecond({ ...asked, outcome });
    },
    [siteKey],
  );

  const choose = useCallback<Ask>(
    (asked, origin, accuracyMetres) => {
      const address = comparisonPage({ first, second: asked }, language);
      const { pathname, search } = window.location;
      if (address !== `${pathname}${search}`) addressBar.push(address);
      void answer({ ...asked, origin, accuracyMetres });
    },
    [answer, first, language],
  );

  useEffect(() => {
    const goBack = () => {
      const asked = parseComparison(window.location.pathname, window.location.search)?.second;
      waiting.current?.abort();
      if (asked === undefined) setSecond(undefined);
      else void answer({ ...asked, origin: 'link' });
    };
    window.addEventListener('popstate', goBack);
    return () => window.removeEventListener('popstate', goBack);
  }, [answer]);

  useEffect(() => () => waiting.current?.abort(), []);

  return { second, choose };
}
