import { dayUse } from '#db/access/schema.ts';
import type { Connection } from '#db/client.ts';
import { and, eq, lt, sql } from '#db/drizzle.ts';

export type DayUse = typeof dayUse.$inferSelect;

/** The stored counts of `day` (`YYYY-MM-DD`, Pacific/Auckland). */
export function readDayUse({ db }: Connection, day: string): DayUse[] {
  return db.select().from(dayUse).where(eq(dayUse.day, day)).all();
}

/** Stores counts. A stored count never goes down, so late or repeated writes do no harm. */
export function writeDayUse({ db }: Connection, rows: readonly DayUse[]): void {
  db.transaction(
    (tx) => {
      for (const row of rows) {
        tx.insert(dayUse)
          .values(row)
          .onConflictDoUpdate({
            target: [dayUse.day, dayUse.subject],
            set: { count: sql`max(${dayUse.count}, excluded.count)` },
          })
          .run();
      }
    },
    { behavior: 'immediate' },
  );
}

/** Deletes counts of days before `day`, at most `limit` rows a call. @returns how many */
export function forgetDayUseBefore({ db }: Connection, day: string, limit: number): number {
  const old = db
    .select({ day: dayUse.day, subject: dayUse.subject })
    .from(dayUse)
    .where(lt(dayUse.day, day))
    .limit(limit)
    .all();
  db.transaction(
    (tx) => {
      for (const row of old) {
        tx.delete(dayUse)
          .where(and(eq(dayUse.day, row.day), eq(dayUse.subject, row.subject)))
          .run();
      }
    },
    { behavior: 'immediate' },
  );
  return old.length;
}
