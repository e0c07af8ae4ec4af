import type { ComponentType } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { Question } from '#components/map/asking/question.ts';
import { Button } from '#components/ui/Button.tsx';
import { Icon } from '#components/ui/Icon.tsx';
import { isFault, type OutcomeWords, wordsForOutcome } from '#lib/map/answer/outcome.ts';
import { formatPoint, roundMetres } from '#lib/map/degrees.ts';
import styles from './OutcomeView.module.css';
import type { ResultsProps } from './Results.tsx';

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

interface NoticeProps {
  readonly words: OutcomeWords;
  /** Whether it is an error rather than information. */
  readonly isFault: boolean;
  readonly onAskAgain: () => void;
}

function Notice({ words: { title, text, action }, isFault, onAskAgain }: NoticeProps) {
  const say = useSay();
  return (
    <div className={[styles.notice, isFault ? styles.fault : ''].join(' ')}>
      <h2 className={styles.title}>
        <Icon name={isFault ? 'alert' : 'wave'} />
        {title}
      </h2>
      <p className={styles.text}>{text}</p>
      {action === 'ask again' && (
        <Button onClick={onAskAgain} data-needs-script="">
          {say('outcome.ask-again')}
        </Button>
      )}
      {action === 'reload' && <Button onClick={() => window.location.reload()}>{say('outcome.reload')}</Button>}
    </div>
  );
}

/** The line below the heading: the coordinates, if the heading is a name, and how accurate they are. An address is answered for its own point. */
export function PointDetails({ question }: { question: Question }) {
  const say = useSay();
  const { point, address, accuracyMetres, isAddress } = question;
  const written = formatPoint(say, point);
  if (isAddress) return <p className={styles.where}>{say('answer.address-point', { point: written })}</p>;
  if (accuracyMetres === undefined) return address === undefined ? null : <p className={styles.where}>{written}</p>;
  const metres = roundMetres(accuracyMetres).toLocaleString('en-NZ');
  const text =
    address === undefined ? say('answer.metres', { metres }) : say('answer.within', { point: written, metres });
  return <p className={styles.where}>{text}</p>;
}
