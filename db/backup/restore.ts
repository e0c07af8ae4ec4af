import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { isMarkedOverwritten } from '#db/open-files.ts';
import { privateModes, renameDurably, syncFolder, writePrivateFile } from '#db/private-file.ts';
import { isBusy } from '#db/storage-fault.ts';
import { type BesideKind, besideKind } from '#lib/backup/manifest.ts';
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

/** How long a process waits for another one that does the same, in milliseconds. */
const patienceMs = 10_000;

/** What is in the folder of a restore: the new files, each by how its name continues that of the database. */
const names = { aside: 'aside', new: 'new', isKept: 'kept', lock: 'lock' } as const;
const databaseName = 'database';

/** Where the files of a restore are written, below its folder. @param suffix empty for the database itself */
export function restoredFile(folder: string, suffix: string): string {
  return join(folder, names.new, suffix === '' ? databaseName : suffix);
}

/** Begins the folder of a restore. @param aside how the name of the folder that gets what is there now continues the database's */
export function beginRestore(folder: string, aside: string): void {
  mkdirSync(join(folder, names.new), { mode: privateModes.folder });
  writePrivateFile(join(folder, names.aside), aside);
}

/**
 * Decides a restore: from this rename on, whoever opens the database finds the restored one. Every file in the folder must
 * be complete and on the disk.
 */
export function decideRestore(folder: string, databaseFile: string): void {
  for (const path of [join(folder, names.new), folder]) syncFolder(path);
  renameDurably(folder, decidedFolder(databaseFile));
}

/**
 * Finishes a restore that was decided, also one whose process was killed: moves what was there aside and the restored files
 * in its place. Every step can be done again. Call it before opening a database that writes; it returns at once if there
 * is nothing to do.
 */
export function finishRestore(databaseFile: string): void {
  const folder = decidedFolder(databaseFile);
  if (!existsSync(folder)) return;
  const lock = lockOf(folder);
  // another process was faster
  if (lock === undefined) return;
  try {
    if (existsSync(folder)) moveAll(databaseFile, folder);
  } finally {
    lock.close();
  }
}

function moveAll(databaseFile: string, folder: string): void {
  const home = dirname(databaseFile);
  if (!existsSync(join(folder, names.isKept))) {
    const aside = `${databaseFile}${readFileSync(join(folder, names.aside), 'utf8')}`;
    mkdirSync(aside, { recursive: true, mode: privateModes.folder });
    for (const suffix of suffixesBeside(databaseFile, 'kept', 'moved'))
      renameSync(`${databaseFile}${suffix}`, join(aside, `watea.db${suffix}`));
    for (const path of [aside, home]) syncFolder(path);
    // from here on, what is at the paths is new
    writePrivateFile(join(folder, names.isKept), '');
  }
  // the tiles of the other database
  for (const suffix of suffixesBeside(databaseFile, 'cache')) rmSync(`${databaseFile}${suffix}`, { recursive: true });
  const suffixes = readdirSync(join(folder, names.new)).map((name) => (name === databaseName ? '' : name));
  // the database comes last
  for (const suffix of suffixes.sort().reverse()) renameSync(restoredFile(folder, suffix), `${databaseFile}${suffix}`);
  syncFolder(home);
  rmSync(folder, { recursive: true });
  syncFolder(home);
}

/** A lock that ends with this process. */
function lockOf(folder: string): Database.Database | undefined {
  try {
    const lock = new Database(join(folder, names.lock), { timeout: patienceMs });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (fault) {
    if (!existsSync(folder)) return undefined;
    throw fault;
  }
}

const decidedFolder = (databaseFile: string) => `${databaseFile}-restored`;

/** How the names of the files of these kinds beside a database continue its own. */
export function suffixesBeside(databaseFile: string, ...kinds: readonly BesideKind[]): string[] {
  const folder = dirname(databaseFile);
  const start = basename(databaseFile);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length))
    .filter((suffix) => kinds.some((kind) => kind === besideKind(suffix)))
    .sort();
}
