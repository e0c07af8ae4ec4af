'use client';

import { OutcomeView } from '#components/answer/OutcomeView.tsx';
import { Results } from '#components/answer/Results.tsx';
import type { Question } from '#components/map/asking/question.ts';

interface PastAnswerProps {
  readonly question: Question;
  readonly supportEmail: string;
  readonly demonstration: boolean;
}

/** The answer of a day before, without the dates of data, which are those of the present. */
export function PastAnswer(props: PastAnswerProps) {
  return <OutcomeView Results={Results} onAskAgain={() => window.location.reload()} {...props} />;
}
