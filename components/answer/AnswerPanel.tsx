import { type ReactNode, useEffect, useRef } from 'react';
import { useLanguage, useSay } from '#components/language/LanguageProvider.tsx';
import type { Ask, Question } from '#components/map/asking/question.ts';
import { prefersReducedMotion } from '#components/map/prefers-reduced-motion.ts';
import { Announcement } from '#components/ui/Announcement.tsx';
import { QuietButton } from '#components/ui/QuietButton.tsx';
import { formatPoint } from '#lib/map/degrees.ts';
import type { NamedPoint } from '#lib/map/permalink.ts';
import { startingTowns } from '#lib/places/towns.ts';
import styles from './AnswerPanel.module.css';
import { announcementFor } from './announcement.ts';
import { OutcomeView, PointDetails } from './OutcomeView.tsx';
import { useAnswerParts } from './use-answer-parts.ts';

interface AnswerPanelProps {
  readonly question: Question | undefined;
  readonly onAsk: Ask;
  readonly supportEmail: string;
  readonly demonstration: boolean;
  /** Shown below the answer. */
  readonly tools: ReactNode;
}

/** The answer for the chosen point. */
export function AnswerPanel({ question, onAsk, supportEmail, demonstration, tools }: AnswerPanelProps) {
  const say = useSay();
  const content = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const isChosenHere = question !== undefined && question.origin !== 'map' && question.origin !== 'link';
  const isLinked = question?.origin === 'link';
  const point = question?.point;
  const parts = useAnswerParts(question?.outcome?.kind === 'answered');

  // a question asked in this panel moves the focus to its answer; one asked on the map leaves it there
  useEffect(() => {
    if (point === undefined) return;
    content.current?.scrollTo(0, 0);
    if (isChosenHere) {
      window.scrollTo(0, 0);
      title.current?.focus({ preventScroll: true });
    }
    if (title.current !== null && !isLinked) scrollUpTo(title.current);
  }, [isChosenHere, isLinked, point]);

  function askAgain({ point, address, origin, accuracyMetres }: Question) {
    // the pressed button is about to disappear
    title.current?.focus();
    onAsk({ point, address }, origin, accuracyMetres);
  }

  return (
    <div ref={content} className={styles.content}>
      <h1 id="answer-title" ref={title} tabIndex={-1} className={styles.title}>
        {question === undefined ? say('ask.title') : (question.address ?? formatPoint(say, question.point))}
      </h1>
      {question !== undefined && <PointDetails question={question} />}
      {question?.nearby !== undefined && <NearbyAddress nearby={question.nearby} onAsk={onAsk} />}
      {question === undefined ? (
        <Greeting onAsk={onAsk} />
      ) : (
        <OutcomeView
          Results={parts?.Results}
          question={question}
          onAskAgain={() => askAgain(question)}
          supportEmail={supportEmail}
          demonstration={demonstration}
        />
      )}
      {tools}
      <Announcement text={announcementFor(say, question, supportEmail, parts?.summariseResults)} />
    </div>
  );
}

/** On a phone the answer is below the map: scrolls far enough to show its heading while the pin stays visible. */
function scrollUpTo(title: HTMLElement): void {
  const below = title.getBoundingClientRect().top - window.innerHeight * 0.6;
  if (below > 0) window.scrollBy({ top: below, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
}

/** Shown before the first question: how to ask, and some towns to start with. */
function Greeting({ onAsk }: { onAsk: Ask }) {
  const say = useSay();
  const language = useLanguage();
  const towns = startingTowns.map((town) =>
    language === 'mi' ? { ...town, name: town.maoriName, isMaori: true } : town,
  );
  return (
    <>
      <p className={styles.lead}>
        {say('ask.lead')} <span data-needs-script="">{say('ask.on-map')}</span>
      </p>
      <section aria-labelledby="starting-towns" className={styles.start} data-needs-script="">
        <h2 id="starting-towns" className={styles.greetingTitle}>
          {say('ask.towns')}
        </h2>
        <ul className={styles.towns}>
          {towns.map(({ name, isMaori, latitude, longitude }) => (
            <li key={name}>
              <button
                type="button"
                lang={isMaori ? 'mi' : undefined}
                className={styles.town}
                onClick={() => onAsk({ point: { latitude, longitude }, address: name }, 'town')}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

interface NearbyAddressProps {
  readonly nearby: NamedPoint;
  readonly onAsk: Ask;
}

/** Offers the street address next to the point that was chosen on the map. */
function NearbyAddress({ nearby, onAsk }: NearbyAddressProps) {
  const say = useSay();
  return (
    <p className={styles.nearby}>
      <QuietButton onClick={() => onAsk(nearby, 'typed')}>
        {say('answer.nearby', { address: nearby.address ?? '' })}
      </QuietButton>
    </p>
  );
}
