import { dayUse } from '#db/access/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { eq, lt, sql } from '#db/drizzle.ts';
import { commit } from '#db/transaction.ts';

export type DayUse = typeof dayUse.$inferSelect;

/** The stored counts of `day` (`YYYY-MM-DD`, Pacific/Auckland). */
export function readDayUse({ db }: Connection, day: string): DayUse[] {
  return db.select().from(dayUse).where(eq(dayUse.day, day)).all();
}

/** Stores counts. A stored count never goes down, so late or repeated writes do no harm. */
export function writeDayUse(connection: Connection, rows: readonly DayUse[]): void {
  const target = [dayUse.day, dayUse.subject];
  const set = { count: sql`max(${dayUse.count}, excluded.count)` };
  const write = (db: Db) => {
    for (const row of rows) db.insert(dayUse).values(row).onConflictDoUpdate({ target, set }).run();
  };
  commit(connection, write, 'kill');
}

/** Deletes counts of days before `day`, at most `limit` rows a call. @returns how many */
export function forgetDayUseBefore({ db }: Connection, day: string, limit: number): number {
  const { subject } = dayUse;
  const old = db.select({ day: dayUse.day, subject }).from(dayUse).where(lt(dayUse.day, day)).limit(limit);
  return db.delete(dayUse).where(sql`(${dayUse.day}, ${subject}) IN ${old}`).run().changes;
}
