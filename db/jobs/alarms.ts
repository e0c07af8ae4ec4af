import type { Connection } from '#db/client.ts';
import { and, asc, eq, isNull, type SQLWrapper, sql } from '#db/drizzle.ts';
import { alarm } from '#db/jobs/schema.ts';
import type { AlarmFacts } from '#lib/jobs/alarm.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

export type Alarm = typeof alarm.$inferSelect;

/** Everything for which there can be an alarm. */
export const alarmSubjects: readonly Alarm['subject'][] = alarm.subject.enumValues;

type Reading = Pick<Connection, 'db'>;

/**
 * Raises the alarm of a subject, or counts it once more. One that is not quite over goes on, and must be acknowledged
 * again.
 */
export function raiseAlarm({ db }: Reading, subject: Alarm['subject'], facts: AlarmFacts, nowMs: EpochMs): void {
  const kept = (column: SQLWrapper) => sql`iif(${alarm.overAt} IS NULL, ${column}, NULL)`;
  const again = {
    facts,
    lastAt: nowMs,
    times: sql`${alarm.times} + 1`,
    overAt: null,
    acknowledgedAt: kept(alarm.acknowledgedAt),
    acknowledgedBy: kept(alarm.acknowledgedBy),
    note: kept(alarm.note),
  };
  db.insert(alarm)
    .values({ subject, facts, since: nowMs, lastAt: nowMs, times: 1 })
    .onConflictDoUpdate({ target: alarm.subject, set: again })
    .run();
}

/** Clears the alarm of a subject, if there is one. Who was notified of it is still to be notified that it is over. */
export function clearAlarm({ db }: Reading, subject: Alarm['subject'], nowMs: EpochMs): void {
  const row = db.select().from(alarm).where(eq(alarm.subject, subject)).get();
  if (row === undefined || row.overAt !== null) return;
  if (row.notifiedAt === null) removeAlarm({ db }, subject);
  else db.update(alarm).set({ overAt: nowMs }).where(eq(alarm.subject, subject)).run();
}

/** What is wrong with a subject at present. */
export function getAlarm(reading: Reading, subject: Alarm['subject']): AlarmFacts | undefined {
  return getPresentAlarm(reading, subject)?.facts;
}

/** The alarm of a subject, if it is not over. */
export function getPresentAlarm({ db }: Reading, subject: Alarm['subject']): Alarm | undefined {
  const isPresent = and(eq(alarm.subject, subject), isNull(alarm.overAt));
  return db.select().from(alarm).where(isPresent).get();
}

/** Notes who looks after an alarm. */
export function acknowledgeAlarm(
  { db }: Reading,
  subject: Alarm['subject'],
  acknowledged: Pick<Alarm, 'acknowledgedAt' | 'acknowledgedBy' | 'note'>,
): void {
  db.update(alarm).set(acknowledged).where(eq(alarm.subject, subject)).run();
}

/** The alarms of the present, the oldest first. */
export function listAlarms({ db }: Reading): Alarm[] {
  return db.select().from(alarm).where(isNull(alarm.overAt)).orderBy(asc(alarm.since)).all();
}

/** These and the alarms that are over, but of which somebody is still to be notified. */
export function listAllAlarms({ db }: Reading): Alarm[] {
  return db.select().from(alarm).orderBy(asc(alarm.since)).all();
}

export function setNotified({ db }: Reading, subject: Alarm['subject'], nowMs: EpochMs): void {
  db.update(alarm).set({ notifiedAt: nowMs }).where(eq(alarm.subject, subject)).run();
}

export function removeAlarm({ db }: Reading, subject: Alarm['subject']): void {
  db.delete(alarm).where(eq(alarm.subject, subject)).run();
}
