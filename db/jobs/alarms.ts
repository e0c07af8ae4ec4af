import type { Connection } from '#db/client.ts';
import { eq, sql } from '#db/drizzle.ts';
import { alarm } from '#db/jobs/schema.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

export type Alarm = typeof alarm.$inferSelect;

/** Says that something has gone wrong, for the overview; again, it counts how often. */
export function raiseAlarm({ db }: Connection, subject: Alarm['subject'], sentence: string, nowMs: EpochMs): void {
  db.insert(alarm)
    .values({ subject, sentence, since: nowMs, lastAt: nowMs, times: 1 })
    .onConflictDoUpdate({ target: alarm.subject, set: { sentence, lastAt: nowMs, times: sql`${alarm.times} + 1` } })
    .run();
}

/** Says that it has been put right. */
export function clearAlarm({ db }: Connection, subject: Alarm['subject']): void {
  if (db.select().from(alarm).where(eq(alarm.subject, subject)).get() === undefined) return;
  db.delete(alarm).where(eq(alarm.subject, subject)).run();
}

/** What has gone wrong and has not been put right since. */
export function getAlarms({ db }: Connection): Alarm[] {
  return db.select().from(alarm).orderBy(alarm.since).all();
}
