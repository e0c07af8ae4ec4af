import type { Connection, Db } from '#db/client.ts';
import { desc, lt } from '#db/drizzle.ts';
import { dataCheck } from '#db/jobs/schema.ts';

export type DataCheck = typeof dataCheck.$inferSelect;

/** How long results are kept, in milliseconds. */
const keptMs = 90 * 86_400_000;

/** The check that ended last. */
export function getLastDataCheck({ db }: Pick<Connection, 'db'>): DataCheck | undefined {
  return db.select().from(dataCheck).orderBy(desc(dataCheck.id)).limit(1).get();
}

/** Records a check that has ended, and forgets old ones. */
export function insertDataCheck(db: Db, check: Omit<DataCheck, 'id'>): void {
  db.insert(dataCheck).values(check).run();
  db.delete(dataCheck)
    .where(lt(dataCheck.endedAt, check.endedAt - keptMs))
    .run();
}
