import type { AlarmFacts, Condition } from '#lib/jobs/alarm.ts';
import { dayOf, type EpochMs } from '#lib/time/auckland.ts';

/** An alarm as it is stored. */
export interface StoredAlarm {
  readonly subject: Condition;
  readonly facts: AlarmFacts;
  readonly since: EpochMs;
  readonly notifiedAt: EpochMs | null;
  readonly overAt: EpochMs | null;
}

/** That a condition began, goes on (keys that end soon: once a day) or is over. */
export interface Notice {
  readonly kind: 'began' | 'goes-on' | 'over';
  readonly condition: Condition;
  readonly facts: AlarmFacts;
  readonly since: EpochMs;
}

/** The conditions of which those who get alerts are reminded each day while they last. */
const daily: readonly Condition[] = ['keys'];

/** What is tried again every few seconds: that it failed once is not worth a notice. */
const triedAgain: readonly Condition[] = ['release job', 'alerts', 'outbox'];
const worthNoticeAfterMs = 15_000;

/** Of what those who get alerts are to be notified now: of each alarm once, and once when it is over. */
export function planNotices(alarms: readonly StoredAlarm[], nowMs: EpochMs): Notice[] {
  return alarms.flatMap(({ subject: condition, facts, since, notifiedAt, overAt }): Notice[] => {
    const notice = { condition, facts, since };
    if (overAt !== null) return [{ kind: 'over', ...notice }];
    if (notifiedAt === null) {
      const isTooNew = triedAgain.includes(condition) && nowMs - since < worthNoticeAfterMs;
      return isTooNew ? [] : [{ kind: 'began', ...notice }];
    }
    const isDue = daily.includes(condition) && dayOf(notifiedAt) < dayOf(nowMs);
    return isDue ? [{ kind: 'goes-on', ...notice }] : [];
  });
}

/** The conditions that were looked up: undefined for one that is not there. One that is missing cannot be known now. */
export type LookedUp = ReadonlyMap<Condition, AlarmFacts | undefined>;

/** What was looked up and is not stored like that. */
export function changesOf(lookedUp: LookedUp, alarms: readonly StoredAlarm[]): [Condition, AlarmFacts | undefined][] {
  const stored = new Map(alarms.filter(({ overAt }) => overAt === null).map(({ subject, facts }) => [subject, facts]));
  return [...lookedUp].filter(([condition, facts]) => {
    if (facts === undefined) return stored.has(condition);
    return JSON.stringify(stored.get(condition)) !== JSON.stringify(facts);
  });
}
