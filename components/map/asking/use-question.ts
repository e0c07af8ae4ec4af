import { useCallback, useEffect, useRef, useState } from 'react';
import { useLanguage } from '#components/language/LanguageProvider.tsx';
import { addressBar } from '#components/map/address-bar.ts';
import { isFault, keepUnchanged } from '#lib/map/answer/outcome.ts';
import { type AnswerPage, type NamedPoint, parsePermalink, permalinkOf } from '#lib/map/permalink.ts';
import { fetchOutcome } from './fetch-outcome.ts';
import type { Ask, Question, QuestionOrigin } from './question.ts';

/** How long the answer before stays while the next is on its way, in milliseconds: nobody sees a wait so short. */
const unseenMs = 80;

/**
 * The latest question, and the way to ask the next; an older one that still waits is dropped. Each question is an entry
 * of the browser's history, under the address that answers it for everybody else; in a frame it replaces the one before,
 * because that history belongs to the site around it. Of several clicks within a moment only the last is one.
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
      const { signal } = controller;
      // first of all, so that the rest is done while it is under way
      const pending = fetchOutcome(asked.point, siteKey, signal);
      const begun = { ...asked, origin, accuracyMetres, outcome: undefined };
      setQuestion((shown) => (mayStay(shown, asked) ? shown : begun));
      const showWaiting = setTimeout(() => setQuestion(begun), unseenMs);
      signal.addEventListener('abort', () => clearTimeout(showWaiting));
      const outcome = await pending;
      clearTimeout(showWaiting);
      if (signal.aborted) return;
      setQuestion((shown) => ({ ...begun, outcome: keepUnchanged(shown?.outcome, outcome) }));
    },
    [siteKey],
  );

  const ask = useCallback<Ask>(
    (asked, origin, accuracyMetres) => {
      void answer(asked, origin, accuracyMetres);
      const signal = waiting.current?.signal;
      const changeAddress = () => {
        if (signal?.aborted) return;
        const address = permalinkOf(asked, language, page);
        const { pathname, search, hash } = window.location;
        if (page === 'embed') addressBar.replace(`${address}${hash}`);
        else if (address !== `${pathname}${search}`) addressBar.push(`${address}${hash}`);
      };
      // not in a click: with a new address the browser draws a frame at once, and the answer waits for the next; but
      // before the map follows a point, or the entry before would be told what is seen of the map
      if (origin === 'map') setTimeout(changeAddress, unseenMs);
      else changeAddress();
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

/** A fault, or the same point asked again, gives way at once: that something happens must be seen, and be said anew. */
function mayStay(shown: Question | undefined, { point }: NamedPoint): boolean {
  if (shown === undefined) return true;
  const isSamePoint = shown.point.latitude === point.latitude && shown.point.longitude === point.longitude;
  return shown.outcome !== undefined && !isFault(shown.outcome) && !isSamePoint;
}
