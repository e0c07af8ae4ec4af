import { useCallback, useEffect, useState } from 'react';
import { useLanguage } from '#components/language/LanguageProvider.tsx';
import { addressBar, useBackButton } from '#components/map/address-bar.ts';
import { useLatestRequest } from '#components/map/use-latest-request.ts';
import { isFault, keepUnchanged, type Outcome } from '#lib/map/answer/outcome.ts';
import type { MapPoint } from '#lib/map/degrees.ts';
import { type AnswerPage, type NamedPoint, parsePermalink, permalinkOf } from '#lib/map/permalink.ts';
import { fetchOutcome } from './fetch-outcome.ts';
import type { Ask, Question } from './question.ts';

/** How long the last answer stays while the next is loading, in milliseconds: too short to be noticed. */
const unnoticedMs = 80;
/** How long a new connection is given to settle, in milliseconds. */
const settleMs = 500;

/**
 * The latest question, and a function to ask another, which aborts it if it still waits. Each question has its own entry in
 * the browser's history, with the address of its answer; in a frame it replaces the entry, because the history there
 * belongs to the embedding site. Of several quick clicks, only the last gets an entry.
 *
 * @param first the question in the page's own address, with the server's answer
 */
export function useQuestion(
  siteKey: string,
  first: Question | undefined,
  page: AnswerPage,
): { question: Question | undefined; ask: Ask } {
  const [question, setQuestion] = useState(first);
  const language = useLanguage();
  const { start, cancel } = useLatestRequest();

  const answer = useCallback(
    async (asked: Omit<Question, 'outcome'>, signal: AbortSignal) => {
      // sent first, so that the rest runs while it is under way
      const pending = fetchPatiently(asked.point, siteKey, signal);
      const waiting = { ...asked, outcome: undefined };
      setQuestion((shown) => (mayStay(shown, asked) ? shown : waiting));
      const showWaiting = setTimeout(() => setQuestion(waiting), unnoticedMs);
      signal.addEventListener('abort', () => clearTimeout(showWaiting));
      const outcome = await pending;
      clearTimeout(showWaiting);
      if (signal.aborted) return;
      setQuestion((shown) => ({ ...asked, outcome: keepUnchanged(shown?.outcome, outcome) }));
    },
    [siteKey],
  );

  const ask = useCallback<Ask>(
    (asked, origin, accuracyMetres) => {
      const signal = start();
      void answer({ ...asked, origin, accuracyMetres }, signal);
      const changeAddress = () => {
        if (signal.aborted) return;
        const address = permalinkOf(asked, language, page);
        const { hash } = window.location;
        if (page === 'embed') addressBar.replace(`${address}${hash}`);
        else addressBar.push(address, hash);
      };
      // not during a click: a new address makes the browser draw a frame at once, which would delay the answer; but before
      // the map moves to a point, or the entry before would get the new view of the map
      if (origin === 'map') setTimeout(changeAddress, unnoticedMs);
      else changeAddress();
    },
    [answer, language, page, start],
  );

  const goBack = useCallback(() => {
    const asked = parsePermalink(window.location.pathname, window.location.search);
    if (asked !== undefined) return void answer({ ...asked, origin: 'link' }, start());
    cancel();
    setQuestion(undefined);
  }, [answer, cancel, start]);
  useBackButton(goBack);

  // a question that failed for want of a connection is asked again when there is one
  const isOffline = question?.outcome?.kind === 'offline';
  useEffect(() => {
    if (!isOffline) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askSoon = () => {
      timer = setTimeout(() => void answer(question, start()), settleMs);
    };
    window.addEventListener('online', askSoon);
    return () => {
      window.removeEventListener('online', askSoon);
      clearTimeout(timer);
    };
  }, [answer, isOffline, question, start]);

  return { question, ask };
}

/** A fault, and an answer for the same point, are replaced at once, so that asking again is visible and announced. */
function mayStay(shown: Question | undefined, { point }: NamedPoint): boolean {
  if (shown === undefined) return true;
  const isSamePoint = shown.point.latitude === point.latitude && shown.point.longitude === point.longitude;
  return shown.outcome !== undefined && !isFault(shown.outcome) && !isSamePoint;
}

/**
 * Questions are sent at least so far apart, in milliseconds; of those between, only the last is sent. An address may ask five
 * in a second, and a slow network can push one into the next.
 */
const apartMs = 250;
/** A limit that ends within so many seconds is waited for. */
const patienceSeconds = 5;

let nextAtMs = 0;

/**
 * Asks about a point like `fetchOutcome`, but never so often that quick clicks reach the limit, and again when a limit that
 * others reached is over. A question that is aborted while it waits is not sent.
 */
async function fetchPatiently(point: MapPoint, siteKey: string, signal: AbortSignal): Promise<Outcome> {
  const waitMs = nextAtMs - performance.now();
  if (waitMs > 0) await pause(waitMs);
  if (signal.aborted) return { kind: 'unreachable' };
  nextAtMs = performance.now() + apartMs;
  const outcome = await fetchOutcome(point, siteKey, signal);
  const { retryAfterSeconds = Number.POSITIVE_INFINITY } = outcome.kind === 'limit reached' ? outcome : {};
  if (signal.aborted || retryAfterSeconds > patienceSeconds) return outcome;
  await pause(1000 * retryAfterSeconds);
  return signal.aborted ? outcome : fetchOutcome(point, siteKey, signal);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
