import type { MapPoint } from '#lib/map/degrees.ts';
import type { Say } from '#lib/messages/say.ts';
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
export function wordsForOutcome(
  say: Say,
  outcome: OutcomeWithoutResults,
  point: MapPoint,
  supportEmail: string,
): OutcomeWords {
  switch (outcome.kind) {
    case 'nothing here':
      return { title: say('outcome.nothing'), text: say('outcome.nothing-text'), wayOn: undefined };
    case 'outside':
      return { title: say('outcome.outside'), text: textForOutside(say, point), wayOn: undefined };
    case 'page too old':
      return { title: say('outcome.old-page'), text: say('outcome.old-page-text'), wayOn: 'reload' };
    case 'limit reached':
      return { title: say('outcome.limit'), text: textForLimit(say, outcome.retryAfterSeconds), wayOn: 'ask again' };
    case 'offline':
      return { title: say('outcome.offline'), text: say('outcome.offline-text'), wayOn: 'ask again' };
    case 'unreachable':
      return { title: say('outcome.unreachable'), text: say('outcome.unreachable-text'), wayOn: 'ask again' };
    case 'fault':
      return {
        title: say('outcome.fault'),
        text: textForFault(say, supportEmail, outcome.requestId),
        wayOn: 'ask again',
      };
  }
}

function textForLimit(say: Say, retryAfterSeconds: number | undefined): string {
  if (retryAfterSeconds === undefined) return say('outcome.limit-text-soon');
  return say('outcome.limit-text', { wait: formatWait(say, retryAfterSeconds) });
}

function textForFault(say: Say, email: string, requestId: string | undefined): string {
  if (requestId === undefined) return say('outcome.fault-text', { email });
  return say('outcome.fault-text-number', { email, number: requestId });
}

/** The commonest slips are told before the area itself. */
function textForOutside(say: Say, { latitude, longitude }: MapPoint): string {
  if (Math.abs(latitude) > 90) return `${say('outcome.outside-swapped')} ${say('outcome.outside-text')}`;
  if (latitude > 0) return `${say('outcome.outside-north')} ${say('outcome.outside-text')}`;
  const isChathams = latitude < -43 && latitude > -45 && (longitude < -175 || longitude > 182);
  return say(isChathams ? 'outcome.outside-chathams' : 'outcome.outside-text');
}
