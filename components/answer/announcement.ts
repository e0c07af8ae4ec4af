import type { Question } from '#components/map/asking/question.ts';
import { wordsForOutcome } from '#lib/map/answer/outcome.ts';
import { formatPoint } from '#lib/map/degrees.ts';
import type { Say } from '#lib/messages/say.ts';
import type { AnswerParts } from './use-answer-parts.ts';

/**
 * The announcement for screen readers when a question ends; empty while it waits, which is short.
 *
 * @param summarise what puts results into words; undefined while it is being loaded
 */
export function announcementFor(
  say: Say,
  question: Question | undefined,
  supportEmail: string,
  summarise: AnswerParts['summariseResults'] | undefined,
): string {
  if (question?.outcome === undefined) return '';
  const { outcome, point } = question;
  if (outcome.kind === 'answered')
    return summarise === undefined ? '' : `${formatPoint(say, point)}. ${summarise(say, outcome.results)}`;
  const { title, text } = wordsForOutcome(say, outcome, point, supportEmail);
  return `${formatPoint(say, point)}. ${title}. ${text}`;
}
