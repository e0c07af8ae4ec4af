import type { Connection, Db } from '#db/client.ts';
import { and, desc, eq, inArray, isNull, lt } from '#db/drizzle.ts';
import { missingName, registerRun } from '#db/registry/schema.ts';

/** How many snapshots keep their sets of missing names: so many undos in a row find the set before. */
const keptSets = 11;

/**
 * Names that a full snapshot lacked stand under the id of its run. Each snapshot writes a set of its own (a name missing
 * twice is removed, one that came back is not missing), and the set of the last published one counts: so publishing a
 * run, or taking it back, settles which names are missing.
 */
function lastSnapshotRuns(db: Db, count: number): number[] {
  return db
    .select({ id: registerRun.id })
    .from(registerRun)
    .where(and(eq(registerRun.kind, 'replace'), eq(registerRun.state, 'published')))
    .orderBy(desc(registerRun.id))
    .limit(count)
    .all()
    .map(({ id }) => id);
}

/** The names that the last full snapshot lacked for the first time and that no change has listed since. */
export function missingNames({ db }: Connection): Set<string> {
  const rows = db
    .select({ name: missingName.name })
    .from(missingName)
    .where(and(eq(missingName.sinceRun, lastSnapshotRuns(db, 1)[0] ?? 0), isNull(missingName.returnedRun)))
    .all();
  return new Set(rows.map(({ name }) => name));
}

/** Whether the last full snapshot lacked this name for the first time, and no change has listed it since. */
export function isMissingName({ db }: Connection, name: string): boolean {
  const isOfLast = eq(missingName.sinceRun, lastSnapshotRuns(db, 1)[0] ?? 0);
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

/** Notes that the change of run `run` lists these missing names: they are missing no more. */
export function returnMissing(db: Db, names: readonly string[], run: number): void {
  const sinceRun = lastSnapshotRuns(db, 1)[0] ?? 0;
  for (let start = 0; start < names.length; start += 500) {
    const some = inArray(missingName.name, names.slice(start, start + 500));
    db.update(missingName)
      .set({ returnedRun: run })
      .where(and(eq(missingName.sinceRun, sinceRun), isNull(missingName.returnedRun), some))
      .run();
  }
}

/** Takes back what `returnMissing` noted for a run. */
export function unreturnMissing(db: Db, run: number): void {
  db.update(missingName).set({ returnedRun: null }).where(eq(missingName.returnedRun, run)).run();
}

/** Forgets that these names were ever missing. */
export function forgetMissing(db: Db, names: readonly string[]): void {
  for (let start = 0; start < names.length; start += 500) {
    db.delete(missingName)
      .where(inArray(missingName.name, names.slice(start, start + 500)))
      .run();
  }
}

/** Removes the sets of snapshots so long past that no undo reaches them. */
export function removeFormerMissing({ db }: Connection): void {
  const oldest = lastSnapshotRuns(db, keptSets).at(-1);
  if (oldest !== undefined) db.delete(missingName).where(lt(missingName.sinceRun, oldest)).run();
}
