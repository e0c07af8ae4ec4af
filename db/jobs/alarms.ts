import type { Connection } from '#db/client.ts';
import { eq, sql } from '#db/drizzle.ts';
import { alarm } from '#db/jobs/schema.ts';
import type { AlarmFacts } from '#lib/jobs/alarm.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

export type Alarm = typeof alarm.$inferSelect;

/** Raises the alarm of a subject, or counts it once more. */
export function raiseAlarm({ db }: Connection, subject: Alarm['subject'], facts: AlarmFacts, nowMs: EpochMs): void {
  db.insert(alarm)
    .values({ subject, facts, since: nowMs, lastAt: nowMs, times: 1 })
    .onConflictDoUpdate({ target: alarm.subject, set: { facts, lastAt: nowMs, times: sql`${alarm.times} + 1` } })
    .run();
}

/** Clears the alarm of a subject, if there is one. */
export function clearAlarm({ db }: Connection, subject: Alarm['subject']): void {
  if (getAlarm({ db }, subject) !== undefined) db.delete(alarm).where(eq(alarm.subject, subject)).run();
}

/** What is wrong with a subject at present. */
export function getAlarm({ db }: Pick<Connection, 'db'>, subject: Alarm['subject']): AlarmFacts | undefined {
  return db.select({ facts: alarm.facts }).from(alarm).where(eq(alarm.subject, subject)).get()?.facts;
}
