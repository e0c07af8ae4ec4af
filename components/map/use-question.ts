import { useCallback, useEffect, useRef, useState } from 'react';
import { type AnswerPage, type NamedPoint, parsePermalink, permalinkOf } from '#lib/map/permalink.ts';
import { useLanguage } from '../words/Words.tsx';
import { addressBar } from './address-bar.ts';
import { fetchOutcome } from './fetch-outcome.ts';
import type { Ask, Question, QuestionOrigin } from './question.ts';

/**
 * The latest question, and the way to ask the next; an older one that still waits is dropped. Each question is an entry
 * of the browser's history, under the address that answers it for everybody else; in a frame it replaces the one before,
 * because that history belongs to the site around it.
 *
 * @param first what the server has answered with the page, if its address asks about a point
 */
export function useQuestion(
  siteKey: string,
  first: Question | undefined,
  page: AnswerPage,
): { question: Question | undefined; ask: Ask } {
  const [question, setQuestion] = useState(first);
  const waiting = useRef<AbortController>(undefined);
  const language = useLanguage();

  const answer = useCallback(
    async (asked: NamedPoint, origin: QuestionOrigin, accuracyMetres?: number) => {
      waiting.current?.abort();
      const controller = new AbortController();
      waiting.current = controller;
      setQuestion({ ...asked, origin, accuracyMetres, outcome: undefined });
      const outcome = await fetchOutcome(asked.point, siteKey, controller.signal);
      if (!controller.signal.aborted) setQuestion({ ...asked, origin, accuracyMetres, outcome });
    },
    [siteKey],
  );

  const ask = useCallback<Ask>(
    (asked, origin, accuracyMetres) => {
      const address = permalinkOf(asked, language, page);
      const { pathname, search, hash } = window.location;
      if (page === 'embed') addressBar.replace(`${address}${hash}`);
      else if (address !== `${pathname}${search}`) addressBar.push(`${address}${hash}`);
      void answer(asked, origin, accuracyMetres);
    },
    [answer, language, page],
  );

  useEffect(() => {
    const goBack = () => {
      const asked = parsePermalink(window.location.pathname, window.location.search);
      waiting.current?.abort();
      if (asked === undefined) setQuestion(undefined);
      else void answer(asked, 'link');
    };
    window.addEventListener('popstate', goBack);
    return () => window.removeEventListener('popstate', goBack);
  }, [answer]);

  useEffect(() => () => waiting.current?.abort(), []);

  return { question, ask };
}
