import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import type { Connection, Db } from './client.ts';
import { missingName, registerRun } from './schema.ts';

/**
 * Names that the last full snapshot lacked stand under the id of its run. Each snapshot writes a set of its own (a name
 * missing twice is removed, one that came back is not missing), so publishing a run is what makes its set count.
 */
function lastSnapshotRun({ db }: Connection): number {
  const run = db
    .select({ id: registerRun.id })
    .from(registerRun)
    .where(and(eq(registerRun.kind, 'replace'), eq(registerRun.state, 'published')))
    .orderBy(desc(registerRun.id))
    .limit(1)
    .get();
  return run?.id ?? 0;
}

/** The names that the last full snapshot lacked for the first time. */
export function missingNames(connection: Connection): Set<string> {
  const rows = connection.db
    .select({ name: missingName.name })
    .from(missingName)
    .where(eq(missingName.sinceRun, lastSnapshotRun(connection)))
    .all();
  return new Set(rows.map(({ name }) => name));
}

/** Whether the last full snapshot lacked this name for the first time. */
export function isMissingName(connection: Connection, name: string): boolean {
  const row = connection.db.select().from(missingName).where(eq(missingName.name, name)).get();
  return row !== undefined && row.sinceRun === lastSnapshotRun(connection);
}

/** Sets whether a name is in the set of a run. */
export function missingWriter({ sqlite }: Connection, run: number): (name: string, isMissing: boolean) => void {
  const add = sqlite.prepare<[string, number]>('INSERT OR REPLACE INTO missing_name (name, since_run) VALUES (?, ?)');
  const remove = sqlite.prepare<[string, number]>('DELETE FROM missing_name WHERE name = ? AND since_run = ?');
  return (name, isMissing) => {
    (isMissing ? add : remove).run(name, run);
  };
}

/** Forgets that these names were missing. */
export function forgetMissing(db: Db, names: readonly string[]): void {
  for (let start = 0; start < names.length; start += 500) {
    db.delete(missingName)
      .where(inArray(missingName.name, names.slice(start, start + 500)))
      .run();
  }
}

/** Removes the sets of snapshots before the last, which say nothing any more. */
export function removeFormerMissing(connection: Connection): void {
  connection.db
    .delete(missingName)
    .where(ne(missingName.sinceRun, lastSnapshotRun(connection)))
    .run();
}
