import { closeSync, existsSync, openSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { processWide } from '#lib/process-wide.ts';
import type { FilesChange } from '#lib/readiness/remarks.ts';
import { Refusal } from '#lib/refusal.ts';
import { DatabaseFiles } from './database-files.ts';
import { LogIndexReader } from './log-index.ts';
import { privateModes } from './private-file.ts';
import { UnusableDatabase } from './unusable-database.ts';

/** The files of each connection of this process, the readers of their indexes by inode, and what else is open of them. */
interface OpenFiles {
  readonly files: Map<Database, DatabaseFiles>;
  readonly indexes: Map<string, LogIndexReader>;
  readonly descriptors: Set<number>;
}

const opened = () =>
  processWide('open-database-files', (): OpenFiles => {
    process.on('exit', dieIfOverwritten);
    return { files: new Map(), indexes: new Map(), descriptors: new Set() };
  });

/** Remembers which files a connection has opened, until it is closed; its log must be open. */
export function rememberFiles(sqlite: Database): void {
  const { files, indexes } = opened();
  const path = `${sqlite.name}-shm`;
  const found = statSync(path, { throwIfNoEntry: false });
  // a reader of a file that no writer has opened yet
  if (found === undefined) return;
  const { dev, ino } = found;
  const index = indexes.get(`${dev} ${ino}`) ?? new LogIndexReader(path);
  indexes.set(`${dev} ${ino}`, index);
  files.set(sqlite, new DatabaseFiles(sqlite.name, index));
  const close = sqlite.close.bind(sqlite);
  // whoever closes it: an index left open would keep a removed file on the disk
  sqlite.close = () => {
    close();
    forgetFiles(sqlite);
    return sqlite;
  };
}

function forgetFiles(closed: Database): void {
  const { files, indexes, descriptors } = opened();
  files.delete(closed);
  // the main thread may still have the database open: closing its index would drop SQLite's locks on it
  if (files.size > 0 || !isMainThread) return;
  for (const index of indexes.values()) index.close();
  for (const descriptor of descriptors) closeSync(descriptor);
  indexes.clear();
  descriptors.clear();
}

/**
 * Opens a database that this process has open as a plain file. It is closed together with the last connection: before,
 * that would drop SQLite's locks.
 */
export function openAsFile(sqlite: Database): number {
  const descriptor = openSync(sqlite.name, 'r');
  opened().descriptors.add(descriptor);
  return descriptor;
}

/** The reader of the index of a connection's log. */
export function logIndexOf(sqlite: Database): LogIndexReader {
  const { dev, ino } = statSync(`${sqlite.name}-shm`);
  const index = opened().indexes.get(`${dev} ${ino}`);
  if (index === undefined) throw new Error('The log of this connection was replaced.');
  return index;
}

/**
 * What has happened to the files of a connection since it was opened. Who began the log last knows best whether the
 * database was overwritten since; its mark tells the others.
 */
export function filesChange(sqlite: Database): FilesChange | undefined {
  const files = opened().files.get(sqlite);
  if (files === undefined) return undefined;
  const change = files.change();
  if (change !== undefined && isWrittenOver(change)) markOverwritten(sqlite.name);
  return change ?? (isMarkedOverwritten(sqlite.name) ? 'overwritten' : undefined);
}

/**
 * Call it before a write, and after its commit before anybody hears of it.
 *
 * @throws Refusal when the write would be lost
 */
export function requireFiles(sqlite: Database): void {
  const change = filesChange(sqlite);
  if (change !== undefined) throw new Refusal({ code: 'database-files-changed', file: sqlite.name, change });
}

/**
 * Call it before opening a database. SQLite would remove a log without a database, and copy one that belongs to other
 * content into the database: in both cases a person has to decide.
 *
 * @throws UnusableDatabase when there is a log and no database, and when a process has found that the database was
 *   overwritten and nobody has settled it since
 */
export function requireOpenable(file: string): void {
  const isEmpty = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
  if (isEmpty && existsSync(`${file}-wal`)) throw new UnusableDatabase({ code: 'database-gone', file });
  if (isMarkedOverwritten(file)) throw new UnusableDatabase({ code: 'database-overwritten', file, mark: markOf(file) });
}

/**
 * After the database was replaced: moves the log of the old one aside, which SQLite would otherwise copy into the new one.
 * Nothing is done with a log that came with the new one.
 */
export function setLogAside(sqlite: Database): void {
  if (opened().files.get(sqlite)?.hasOwnLog() !== true) return;
  for (const suffix of ['-wal', '-shm']) renameSync(`${sqlite.name}${suffix}`, `${sqlite.name}.replaced${suffix}`);
}

/** Whether the connection may be closed: the last one that closes copies the log into the database. */
export function mayClose(sqlite: Database): boolean {
  const change = filesChange(sqlite);
  return change === undefined || !isWrittenOver(change);
}

/** The driver closes all connections when a process ends, unless it is killed. */
function dieIfOverwritten(): void {
  for (const sqlite of opened().files.keys()) if (!mayClose(sqlite)) process.kill(process.pid, 'SIGKILL');
}

const isWrittenOver = (change: FilesChange) => change === 'overwritten' || change === 'truncated';

const markOf = (file: string) => `${file}-overwritten`;

/** Whether a process has found that a database was overwritten while it was in use, and nobody has settled it since. */
export function isMarkedOverwritten(file: string): boolean {
  return existsSync(markOf(file));
}

function markOverwritten(file: string): void {
  try {
    writeFileSync(markOf(file), '', { mode: privateModes.file });
  } catch {
    // on a full or read-only disk the next start cannot know
  }
}
