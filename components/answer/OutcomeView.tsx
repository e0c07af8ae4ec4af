import type { ComponentType } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { Question } from '#components/map/asking/question.ts';
import { isFault, wordsForOutcome } from '#lib/map/answer/outcome.ts';
import { Notice } from './Notice.tsx';
import type { ResultsProps } from './Results.tsx';

import styles from './Waiting.module.css';

interface OutcomeViewProps {
  readonly question: Question;
  readonly onAskAgain: () => void;
  readonly supportEmail: string;
  readonly demonstration: boolean;
  /** What shows results; undefined while it is being loaded. */
  readonly Results: ComponentType<ResultsProps> | undefined;
}

/** The outcome of a question: still waiting, an answer, or the reason for not having one. */
export function OutcomeView({
  question: { point, outcome, isAddress = false },
  onAskAgain,
  supportEmail,
  demonstration,
  Results,
}: OutcomeViewProps) {
  const say = useSay();
  if (outcome === undefined) return <Waiting />;
  if (outcome.kind === 'answered')
    return Results === undefined ? (
      <Waiting />
    ) : (
      <Results results={outcome.results} demonstration={demonstration} isAddress={isAddress} />
    );
  return (
    <Notice
      words={wordsForOutcome(say, outcome, point, supportEmail)}
      isFault={isFault(outcome)}
      onAskAgain={onAskAgain}
    />
  );
}

/** A placeholder, shown only if an answer takes a while. */
function Waiting() {
  const say = useSay();
  return (
    <div className={styles.waiting}>
      <p>{say('answer.looking')}</p>
      <div className={styles.card} />
      <div className={styles.card} />
    </div>
  );
}
