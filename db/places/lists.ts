import type { Connection, Db } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import { bumpGeneration } from '#db/generation.ts';
import type { PlaceList } from '#lib/places/place.ts';
import { placeList } from './schema.ts';

export type StoredList = typeof placeList.$inferSelect;

/** What is recorded about a list; undefined when none was imported. */
export function getList({ db }: Pick<Connection, 'db'>, list: PlaceList): StoredList | undefined {
  return db.select().from(placeList).where(eq(placeList.list, list)).get();
}

/** Publishes a list, in place of the one before. */
export function putList(db: Db, row: StoredList): void {
  db.insert(placeList).values(row).onConflictDoUpdate({ target: placeList.list, set: row }).run();
  bumpGeneration(db, 'places', row.importedAt);
}

export function deleteList(db: Db, list: PlaceList, nowMs: number): void {
  db.delete(placeList).where(eq(placeList.list, list)).run();
  bumpGeneration(db, 'places', nowMs);
}
