import type { RefObject } from 'react';
import { OutcomeView } from '#components/answer/OutcomeView.tsx';
import { PointDetails } from '#components/answer/PointDetails.tsx';
import { Results } from '#components/answer/Results.tsx';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { Question } from '#components/map/asking/question.ts';
import { formatPoint } from '#lib/map/degrees.ts';
import styles from './ComparedPoint.module.css';

interface ComparedPointProps {
  readonly letter: 'A' | 'B';
  readonly question: Question;
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  readonly onAskAgain: () => void;
  readonly supportEmail: string;
  readonly demonstration: boolean;
}

/** One of the two points, with its full answer. */
export function ComparedPoint({
  letter,
  question,
  heading,
  onAskAgain,
  supportEmail,
  demonstration,
}: ComparedPointProps) {
  const say = useSay();
  const id = `compared-${letter}`;
  return (
    <section className={styles.point} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1} className={styles.title}>
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
