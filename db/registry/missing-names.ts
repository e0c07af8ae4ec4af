import type { Connection, Db } from '#db/client.ts';
import { and, desc, eq, inArray, isNull, lt } from '#db/drizzle.ts';
import { missingName, registerRun } from '#db/registry/schema.ts';

/** The full files of which the set of missing names is kept: one more than undos in a row can need. */
const keptSets = 11;

/**
 * The names that a full file lacks are stored under its run: a new set for each file (a name missing twice is removed,
 * one that is back is not missing). The set of the last published file counts, so that publishing a run, or undoing it,
 * decides which names are missing.
 */
function lastFullRuns(db: Db, count: number): number[] {
  return db
    .select({ id: registerRun.id })
    .from(registerRun)
    .where(and(eq(registerRun.kind, 'replace'), eq(registerRun.state, 'published')))
    .orderBy(desc(registerRun.id))
    .limit(count)
    .all()
    .map(({ id }) => id);
}

/** The names that the last full file lacked for the first time and that no import of changes has listed since. */
export function missingNames({ db }: Connection): Set<string> {
  const rows = db
    .select({ name: missingName.name })
    .from(missingName)
    .where(and(eq(missingName.sinceRun, lastFullRuns(db, 1)[0] ?? 0), isNull(missingName.returnedRun)))
    .all();
  return new Set(rows.map(({ name }) => name));
}

/** Whether `missingNames` has this name. */
export function isMissingName({ db }: Connection, name: string): boolean {
  const isOfLast = eq(missingName.sinceRun, lastFullRuns(db, 1)[0] ?? 0);
  const row = db
    .select({ returnedRun: missingName.returnedRun })
    .from(missingName)
    .where(and(isOfLast, eq(missingName.name, name)))
    .get();
  return row?.returnedRun === null;
}

/** Sets whether a name is in the set of a run. */
export function missingWriter({ sqlite }: Connection, run: number): (name: string, isMissing: boolean) => void {
  const add = sqlite.prepare<[string, number]>('INSERT OR IGNORE INTO missing_name (name, since_run) VALUES (?, ?)');
  const remove = sqlite.prepare<[string, number]>('DELETE FROM missing_name WHERE name = ? AND since_run = ?');
  return (name, isMissing) => {
    (isMissing ? add : remove).run(name, run);
  };
}

/** Records that the changes of run `run` list these missing names: they are no longer missing. */
export function returnMissing(db: Db, names: readonly string[], run: number): void {
  const sinceRun = lastFullRuns(db, 1)[0] ?? 0;
  for (let start = 0; start < names.length; start += 500) {
    const some = inArray(missingName.name, names.slice(start, start + 500));
    db.update(missingName)
      .set({ returnedRun: run })
      .where(and(eq(missingName.sinceRun, sinceRun), isNull(missingName.returnedRun), some))
      .run();
  }
}

/** Undoes `returnMissing` for a run. */
export function unreturnMissing(db: Db, run: number): void {
  db.update(missingName).set({ returnedRun: null }).where(eq(missingName.returnedRun, run)).run();
}

/** Removes these names from every set. */
export function forgetMissing(db: Db, names: readonly string[]): void {
  for (let start = 0; start < names.length; start += 500) {
    db.delete(missingName)
      .where(inArray(missingName.name, names.slice(start, start + 500)))
      .run();
  }
}

/** Removes the set of a run. */
export function forgetMissingOf(db: Db, run: number): void {
  db.delete(missingName).where(eq(missingName.sinceRun, run)).run();
}

/** Removes the sets of full files that no undo can reach. */
export function removeFormerMissing({ db }: Connection): void {
  const oldest = lastFullRuns(db, keptSets).at(-1);
  if (oldest !== undefined) db.delete(missingName).where(lt(missingName.sinceRun, oldest)).run();
}
