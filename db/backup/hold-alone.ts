import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { isMarkedOverwritten } from '#db/open-files.ts';
import { isBusy } from '#db/storage-fault.ts';
import { Refusal } from '#lib/refusal.ts';

/**
 * Keeps every other process from a database until `release`, and copies its log into it. Whoever has it open, even idle,
 * has a lock on the file that excludes this one, so a server is found whatever it does.
 *
 * @throws Refusal when another process has the database open
 */
export function holdAlone(file: string): { release(): void } {
  const nothing = { release: () => undefined };
  // the log of a database that was written over must not be copied into it
  if (!existsSync(file) || isMarkedOverwritten(file)) return nothing;
  const sqlite = new Database(file, { timeout: 0, fileMustExist: true });
  try {
    // in this mode the log has no index that others could share, so SQLite locks the file
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.exec('BEGIN IMMEDIATE; COMMIT');
    // without a log: closing would remove the one that is at its path by then
    sqlite.pragma('journal_mode = DELETE');
    // the journal is removed too
    sqlite.pragma('locking_mode = NORMAL');
    sqlite.pragma('schema_version');
    sqlite.exec('BEGIN EXCLUSIVE');
    if (sqlite.pragma('journal_mode', { simple: true }) !== 'delete')
      throw new Refusal({ code: 'database-in-use', file });
    return { release: () => void sqlite.close() };
  } catch (fault) {
    sqlite.close();
    if (fault instanceof Refusal) throw fault;
    if (isBusy(fault)) throw new Refusal({ code: 'database-in-use', file });
    // too damaged to be opened: it is moved aside as it is
    return nothing;
  }
}
