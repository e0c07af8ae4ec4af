import type { MapPoint } from '#lib/map/degrees.ts';
import type { Say } from '#lib/messages/say.ts';
import type { Outcome } from './outcome.ts';
import { formatWait } from './words.ts';

/** An outcome without results in words: what happened, and what to do about it. */
export interface OutcomeWords {
  readonly title: string;
  readonly text: string;
  /** What the button does; undefined if asking again would not help. */
  readonly action: 'ask again' | 'reload' | undefined;
}

export type OutcomeWithoutResults = Exclude<Outcome, { kind: 'answered' }>;

/** Puts an outcome into words. `supportEmail` appears only where writing to it helps. */
export function wordsForOutcome(
  say: Say,
  outcome: OutcomeWithoutResults,
  point: MapPoint,
  supportEmail: string,
): OutcomeWords {
  switch (outcome.kind) {
    case 'nothing here':
      return { title: say('outcome.nothing'), text: say('outcome.nothing-text'), action: undefined };
    case 'outside':
      return { title: say('outcome.outside'), text: textForOutside(say, point), action: undefined };
    case 'page too old':
      return { title: say('outcome.old-page'), text: say('outcome.old-page-text'), action: 'reload' };
    case 'limit reached':
      return { title: say('outcome.limit'), text: textForLimit(say, outcome.retryAfterSeconds), action: 'ask again' };
    case 'offline':
      return { title: say('outcome.offline'), text: say('outcome.offline-text'), action: 'ask again' };
    case 'unreachable':
      return { title: say('outcome.unreachable'), text: say('outcome.unreachable-text'), action: 'ask again' };
    case 'fault':
      return {
        title: say('outcome.fault'),
        text: textForFault(say, supportEmail, outcome.requestId),
        action: 'ask again',
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

/** The most common mistakes are mentioned first. */
function textForOutside(say: Say, { latitude, longitude }: MapPoint): string {
  if (Math.abs(latitude) > 90) return `${say('outcome.outside-swapped')} ${say('outcome.outside-text')}`;
  if (latitude > 0) return `${say('outcome.outside-north')} ${say('outcome.outside-text')}`;
  const isChathams = latitude < -43 && latitude > -45 && (longitude < -175 || longitude > 182);
  return say(isChathams ? 'outcome.outside-chathams' : 'outcome.outside-text');
}
