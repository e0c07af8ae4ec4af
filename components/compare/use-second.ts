import { useCallback, useState } from 'react';
import { useLanguage } from '#components/language/LanguageProvider.tsx';
import { addressBar } from '#components/map/address-bar.ts';
import { fetchOutcome } from '#components/map/asking/fetch-outcome.ts';
import type { Ask, Question } from '#components/map/asking/question.ts';
import { useBackButton } from '#components/map/use-back-button.ts';
import { useLatestRequest } from '#components/map/use-latest-request.ts';
import { comparisonPage, parseComparison } from '#lib/map/answer/comparison.ts';
import type { NamedPoint } from '#lib/map/permalink.ts';

/** The second of two points, and a function to choose it, which gives it its own address and entry in the history. */
export function useSecond(siteKey: string, first: NamedPoint, given: Question | undefined) {
  const [second, setSecond] = useState(given);
  const language = useLanguage();
  const { start, cancel } = useLatestRequest();

  const answer = useCallback(
    async (asked: Omit<Question, 'outcome'>) => {
      const signal = start();
      setSecond({ ...asked, outcome: undefined });
      const outcome = await fetchOutcome(asked.point, siteKey, signal);
      if (!signal.aborted) setSecond({ ...asked, outcome });
    },
    [siteKey, start],
  );

  const choose = useCallback<Ask>(
    (asked, origin, accuracyMetres) => {
      addressBar.push(comparisonPage({ first, second: asked }, language));
      void answer({ ...asked, origin, accuracyMetres });
    },
    [answer, first, language],
  );

  const goBack = useCallback(() => {
    const asked = parseComparison(window.location.pathname, window.location.search)?.second;
    if (asked !== undefined) return void answer({ ...asked, origin: 'link' });
    cancel();
    setSecond(undefined);
  }, [answer, cancel]);
  useBackButton(goBack);

  return { second, choose };
}
