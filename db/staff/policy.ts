import type { Connection, Db } from '#db/client.ts';
import { staffPolicy } from './schema.ts';

/** Whether everybody must have a second factor. */
export function isSecondFactorRequired({ db }: Pick<Connection, 'db'>): boolean {
  return db.select().from(staffPolicy).get()?.secondFactorRequired === true;
}

export function updateSecondFactorRequired(db: Db, secondFactorRequired: boolean): void {
  db.update(staffPolicy).set({ secondFactorRequired }).run();
}
