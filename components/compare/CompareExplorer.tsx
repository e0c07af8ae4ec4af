'use client';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { announcementFor } from '#components/answer/announcement.ts';
import { DataDaysContext } from '#components/answer/DataDays.tsx';
import { OutcomeView, PointDetails } from '#components/answer/OutcomeView.tsx';
import { Results } from '#components/answer/Results.tsx';
import { PlaceBox } from '#components/ask/PlaceBox.tsx';
import { useLanguage, useSay } from '#components/language/LanguageProvider.tsx';
import { addressBar, useBackButton } from '#components/map/address-bar.ts';
import { fetchOutcome } from '#components/map/asking/fetch-outcome.ts';
import type { Ask, Question } from '#components/map/asking/question.ts';
import { useLatestRequest } from '#components/map/use-latest-request.ts';
import { Announcement } from '#components/ui/Announcement.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import type { TechnologyResult } from '#lib/map/answer/answer.ts';
import { availabilityMessages, formatSpeedRange, nameOfTechnology, summariseResults } from '#lib/map/answer/words.ts';
import { formatPoint, type MapPoint } from '#lib/map/degrees.ts';
import type { DataDays } from '#lib/map/layers/coverage-layers.ts';
import type { BaseMaps } from '#lib/map/layers/street-map.ts';
import { comparisonPage, type NamedPoint, parseComparison, permalinkOf } from '#lib/map/permalink.ts';
import type { Say } from '#lib/messages/say.ts';
import styles from './CompareExplorer.module.css';

const CompareMap = onDemand(() => import('./CompareMap.tsx').then((module) => module.CompareMap));

interface CompareExplorerProps {
  readonly siteKey: string;
  readonly supportEmail: string;
  readonly demonstration: boolean;
  readonly hasAddresses: boolean;
  readonly maps: BaseMaps;
  /** The dates of each technology's data, by `set_id`. */
  readonly dataDays: Readonly<Record<number, DataDays>>;
  readonly first: Question;
  /** The second point in the page's own address, with the server's answer. */
  readonly second: Question | undefined;
}

/** Two points side by side: the first is fixed, the second is chosen by name, by coordinates or on the map. */
export function CompareExplorer({ first, second: given, ...page }: CompareExplorerProps) {
  const say = useSay();
  const language = useLanguage();
  const { second, choose } = useSecond(page.siteKey, first, given);
  const heading = useRef<HTMLHeadingElement>(null);
  const summary = useRef<HTMLTableElement>(null);
  const { point: secondPoint, origin } = second ?? {};
  const pick = useCallback((point: MapPoint) => choose({ point, address: undefined }, 'map'), [choose]);

  // a typed place moves the focus to its answer, one chosen on the map leaves it there; what both have is in view
  useEffect(() => {
    if (secondPoint === undefined || origin === 'link') return;
    const isOnMap = origin === 'map';
    if (!isOnMap) heading.current?.focus({ preventScroll: summary.current !== null });
    summary.current?.scrollIntoView({ block: isOnMap ? 'nearest' : 'start' });
  }, [origin, secondPoint]);

  function askAgain({ origin, accuracyMetres, ...asked }: Question) {
    heading.current?.focus();
    choose(asked, origin, accuracyMetres);
  }

  return (
    <div className={styles.comparison}>
      <div className={styles.head}>
        <h1 className={styles.title}>{say('compare.title')}</h1>
        <p className={styles.back}>
          <a href={permalinkOf(first, language)}>{say('compare.back', { place: nameOf(say, first) })}</a>
        </p>
      </div>
      <div className={styles.map}>
        <CompareMap first={first.point} second={secondPoint} onPick={pick} maps={page.maps} />
        <noscript>
          <p className={styles.scriptless}>{say('compare.scriptless')}</p>
        </noscript>
      </div>
      <section className={styles.choice} aria-labelledby="compare-choice" data-needs-script="">
        <h2 id="compare-choice" className={styles.subtitle}>
          {say(second === undefined ? 'compare.choose' : 'compare.choose-another')}
        </h2>
        <PlaceBox hasAddresses={page.hasAddresses} onAsk={choose} />
      </section>
      <DataDaysContext value={page.dataDays}>
        <Answers first={first} second={second} heading={heading} summary={summary} onAskAgain={askAgain} {...page} />
      </DataDaysContext>
      <Announcement text={announcementFor(say, second, page.supportEmail, summariseResults)} />
    </div>
  );
}

interface AnswersProps extends Pick<CompareExplorerProps, 'first' | 'second' | 'supportEmail' | 'demonstration'> {
  /** The heading of the second answer. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** What both answers have. */
  readonly summary: RefObject<HTMLTableElement | null>;
  readonly onAskAgain: (second: Question) => void;
}

function Answers({ first, second, heading, summary, onAskAgain, supportEmail, demonstration }: AnswersProps) {
  const say = useSay();
  const shared = { supportEmail, demonstration };
  return (
    <>
      {second !== undefined && (
        <CompareTable
          ref={summary}
          names={[nameOf(say, first), nameOf(say, second)]}
          results={[first, second].map(({ outcome }) => (outcome?.kind === 'answered' ? outcome.results : []))}
        />
      )}
      <div className={styles.columns}>
        <ComparedPoint letter="A" question={first} onAskAgain={() => window.location.reload()} {...shared} />
        {second !== undefined && (
          <ComparedPoint
            letter="B"
            question={second}
            heading={heading}
            onAskAgain={() => onAskAgain(second)}
            {...shared}
          />
        )}
      </div>
    </>
  );
}

function nameOf(say: Say, { address, point }: Question): string {
  return address ?? formatPoint(say, point);
}

/** The second of two points, and a function to choose it, which gives it its own address and entry in the history. */
function useSecond(siteKey: string, first: NamedPoint, given: Question | undefined) {
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

interface CompareTableProps {
  readonly ref: RefObject<HTMLTableElement | null>;
  readonly names: readonly string[];
  /** The results of each point; empty without an answer. */
  readonly results: readonly (readonly TechnologyResult[])[];
}

/** A summary of both answers, technology by technology. */
function CompareTable({ ref, names, results }: CompareTableProps) {
  const say = useSay();
  const technologies = [...new Set(results.flatMap((each) => each.map(({ technology }) => technology)))];
  if (technologies.length === 0) return null;
  return (
    <table ref={ref} className={styles.table}>
      <caption className={styles.caption}>{say('compare.table')}</caption>
      <thead>
        <tr>
          <th scope="col">{say('area.technology')}</th>
          <th scope="col">A: {names[0]}</th>
          <th scope="col">B: {names[1]}</th>
        </tr>
      </thead>
      <tbody>
        {technologies.map((technology) => (
          <tr key={technology}>
            <th scope="row">
              <bdi>{nameOfTechnology(say, technology)}</bdi>
            </th>
            <ResultCell result={results[0]?.find((result) => result.technology === technology)} />
            <ResultCell result={results[1]?.find((result) => result.technology === technology)} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ResultCell({ result }: { readonly result: TechnologyResult | undefined }) {
  const say = useSay();
  const availability = result?.availability ?? 'Not Available';
  const fastest = Math.max(0, ...(result?.providers ?? []).map(({ maxDownloadMbps }) => maxDownloadMbps));
  return (
    <td className={availability === 'Not Available' ? styles.absent : undefined}>
      {say(availabilityMessages[availability].name)}
      {fastest > 0 && <span className={styles.speed}>{formatSpeedRange(say, 0, fastest)}</span>}
    </td>
  );
}

interface ComparedPointProps {
  readonly letter: 'A' | 'B';
  readonly question: Question;
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  readonly onAskAgain: () => void;
  readonly supportEmail: string;
  readonly demonstration: boolean;
}

/** One of the two points, with its full answer. */
function ComparedPoint({ letter, question, heading, onAskAgain, supportEmail, demonstration }: ComparedPointProps) {
  const say = useSay();
  const id = `compared-${letter}`;
  return (
    <section className={styles.point} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles.pointTitle}>
        <span className={styles.letter}>{letter}</span> {question.address ?? formatPoint(say, question.point)}
      </h2>
      <PointDetails question={question} />
      <OutcomeView
        Results={Results}
        question={question}
        onAskAgain={onAskAgain}
        supportEmail={supportEmail}
        demonstration={demonstration}
      />
    </section>
  );
}
