'use client';

import * as answerParts from '#components/answer/answer-parts.ts';
import { AnswerPartsContext } from '#components/answer/use-answer-parts.ts';
import { Explorer, type ExplorerProps } from './Explorer.tsx';

/** The map with an answer in its HTML. */
export function AnswerExplorer(props: ExplorerProps) {
  return (
    <AnswerPartsContext value={answerParts}>
      <Explorer {...props} />
    </AnswerPartsContext>
  );
}
