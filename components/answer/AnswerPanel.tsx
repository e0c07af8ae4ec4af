import { type ReactNode, useEffect, useRef } from 'react';
import { PlaceBox } from '#components/ask/PlaceBox.tsx';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { Ask, Question } from '#components/map/asking/question.ts';
import { prefersReducedMotion } from '#components/map/prefers-reduced-motion.ts';
import { Announcement } from '#components/ui/Announcement.tsx';
import { formatPoint } from '#lib/map/degrees.ts';
import styles from './AnswerPanel.module.css';
import { announcementFor } from './announcement.ts';
import { Greeting } from './Greeting.tsx';
import { OutcomeView } from './OutcomeView.tsx';
import { Whereabouts } from './Whereabouts.tsx';

interface AnswerPanelProps {
  readonly question: Question | undefined;
  readonly onAsk: Ask;
  readonly supportEmail: string;
  readonly demonstration: boolean;
  /** Whether street addresses are among what is searched. */
  readonly hasAddresses: boolean;
  /** What can be done with the answer, below it. */
  readonly tools: ReactNode;
}

/** Everything in words: what to do, what is at the chosen point, and the way to ask without the map. */
export function AnswerPanel({ question, onAsk, supportEmail, demonstration, hasAddresses, tools }: AnswerPanelProps) {
  const say = useSay();
  const reading = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const isChosenHere = question !== undefined && question.origin !== 'map' && question.origin !== 'link';
  const isLinked = question?.origin === 'link';
  const point = question?.point;

  // who asked from this panel reads on here; who points at the map stays on the map
  useEffect(() => {
    if (point === undefined) return;
    reading.current?.scrollTo(0, 0);
    if (isChosenHere) {
      window.scrollTo(0, 0);
      title.current?.focus({ preventScroll: true });
    }
    if (title.current !== null && !isLinked) liftAnswer(title.current);
  }, [isChosenHere, isLinked, point]);

  function askAgain({ point, address, origin, accuracyMetres }: Question) {
    // the button that was pressed is about to go
    title.current?.focus();
    onAsk({ point, address }, origin, accuracyMetres);
  }

  return (
    <>
      <PlaceBox hasAddresses={hasAddresses} onAsk={onAsk} />
      <div ref={reading} className={styles.reading}>
        <h1 id="answer-title" ref={title} tabIndex={-1} className={styles.title}>
          {question === undefined ? say('ask.title') : (question.address ?? formatPoint(say, question.point))}
        </h1>
        {question !== undefined && <Whereabouts question={question} />}
        {question === undefined ? (
          <Greeting onAsk={onAsk} />
        ) : (
          <OutcomeView
            question={question}
            onAskAgain={() => askAgain(question)}
            supportEmail={supportEmail}
            demonstration={demonstration}
          />
        )}
        {tools}
        <Announcement text={announcementFor(say, question, supportEmail)} />
      </div>
    </>
  );
}

/** On a phone the answer begins below the map: it is brought up far enough to be seen, and the pin is still seen too. */
function liftAnswer(title: HTMLElement): void {
  const below = title.getBoundingClientRect().top - window.innerHeight * 0.6;
  if (below > 0) window.scrollBy({ top: below, behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
}
