import type { Connection, Db } from '#db/client.ts';
import { staffPolicy } from './schema.ts';

/** Whether everybody must have a second factor. */
export function isSecondFactorRequired({ db }: Pick<Connection, 'db'>): boolean {
  return db.select().from(staffPolicy).get()?.secondFactorRequired === true;
}

/** Requires a second factor of everybody, or no longer. */
export function setSecondFactorRequired(db: Db, secondFactorRequired: boolean): void {
  db.update(staffPolicy).set({ secondFactorRequired }).run();
}
