import type { MapPoint } from './degrees.ts';
import type { Outcome } from './outcome.ts';
import { formatWait } from './words.ts';

/** An outcome without results, in words for a person: what it is, and what to do about it. */
export interface OutcomeWords {
  readonly title: string;
  readonly text: string;
  /** What the one button offers; nothing when asking again would not help. */
  readonly wayOn: 'ask again' | 'reload' | undefined;
}

/** Every outcome but an answer, which tells itself. */
export type OutcomeWithoutResults = Exclude<Outcome, { kind: 'answered' }>;

/** The words for an outcome at a point. `supportEmail` is named only where writing to it helps. */
export function wordsForOutcome(outcome: OutcomeWithoutResults, point: MapPoint, supportEmail: string): OutcomeWords {
  switch (outcome.kind) {
    case 'nothing here':
      return {
        title: 'Nothing recorded here',
        text: 'No broadband is recorded at this point. Perhaps it is water, or far from any network. Try a point nearby.',
        wayOn: undefined,
      };
    case 'outside':
      return {
        title: 'Outside the area this service covers',
        text: `${hintForOutside(point)}The service covers 34.2° to 47.5° south and 166.2° to 178.6° east: the North Island, the South Island and Stewart Island.`,
        wayOn: undefined,
      };
    case 'page too old':
      return {
        title: 'This page is too old',
        text: 'It has been open so long that it may no longer ask. Reload it, then choose the point again.',
        wayOn: 'reload',
      };
    case 'limit reached':
      return {
        title: 'That was a lot of questions',
        text: textForLimit(outcome.retryAfterSeconds),
        wayOn: 'ask again',
      };
    case 'offline':
      return {
        title: 'You are offline',
        text: 'Connect to the internet, then ask again.',
        wayOn: 'ask again',
      };
    case 'unreachable':
      return {
        title: 'The service did not answer',
        text: 'Your connection may be slow, or the service may be restarting. Ask again in a moment.',
        wayOn: 'ask again',
      };
    case 'fault':
      return {
        title: 'Something went wrong at our end',
        text: `Ask again in a moment. If it keeps happening, write to ${supportEmail}${quote(outcome.requestId)}.`,
        wayOn: 'ask again',
      };
  }
}

function textForLimit(retryAfterSeconds: number | undefined): string {
  const when = retryAfterSeconds === undefined ? 'in a little while' : `in ${formatWait(retryAfterSeconds)}`;
  return `There is a limit, so that the service stays quick for everybody. You can ask again ${when}.`;
}

/** The commonest slips, each with a space after it. */
function hintForOutside({ latitude, longitude }: MapPoint): string {
  if (Math.abs(latitude) > 90) return 'The two numbers look swapped: latitude comes first. ';
  if (latitude > 0) return 'Latitudes in New Zealand are below zero: type a minus in front. ';
  const isChathams = latitude < -43 && latitude > -45 && (longitude < -175 || longitude > 182);
  return isChathams ? 'The Chatham Islands are not in it, sorry. ' : '';
}

function quote(requestId: string | undefined): string {
  return requestId === undefined ? '' : ` and quote the number ${requestId}`;
}
