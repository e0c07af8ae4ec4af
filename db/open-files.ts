import { type BigIntStats, closeSync, existsSync, openSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { processWide } from '#lib/process-wide.ts';
import type { FilesChange } from '#lib/readiness.ts';
import { Refusal } from '#lib/refusal.ts';
import { isCopiedAlike, type LogIndex, LogIndexReader } from './log-index.ts';
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

/** How often the index is read until two readings are alike. */
const mostReadings = 4;

/**
 * The files of a database as a connection opened them. SQLite goes on with files that are no longer at their path, and
 * with a file that another program has written to; what it commits then is lost.
 */
export class DatabaseFiles {
  readonly #file: string;
  readonly #index: LogIndexReader;
  readonly #opened: readonly string[];
  /** When the database was last written and its length, with what the index said then; undefined while a checkpoint runs. */
  #written: { readonly atNs: bigint; readonly bytes: bigint; readonly index: LogIndex } | undefined;

  /** @param index reads the index of the log, which is open */
  constructor(file: string, index: LogIndexReader) {
    this.#file = file;
    this.#index = index;
    this.#opened = this.#present();
    this.#writtenByOthers();
  }

  /** What has happened to the files since the connection was opened: three calls of `stat`, two short reads. */
  change(): FilesChange | undefined {
    const [database, log, index] = this.#present();
    if (database === '') return 'missing';
    if (database !== this.#opened[0]) return 'replaced';
    const written = this.#writtenByOthers();
    if (written !== undefined) return written;
    if (log === '' || index === '') return 'log-missing';
    const isOpened = log === this.#opened[1] && index === this.#opened[2];
    return isOpened && !this.#isLogCut() ? undefined : 'log-replaced';
  }

  /** Whether the log and its index at the path are those of the file that was opened. */
  hasOwnLog(): boolean {
    const [, log, index] = this.#present();
    return log === this.#opened[1] && index === this.#opened[2];
  }

  /** Whether the log lacks committed pages. One that begins again says so in the index before it is cut. */
  #isLogCut(): boolean {
    const { logBytes, salt } = this.#index.read();
    const found = statOf(`${this.#file}-wal`);
    const after = this.#index.read();
    const isSame = after.salt === salt && after.logBytes >= logBytes;
    return isSame && found !== undefined && found.size < logBytes;
  }

  /** Device and inode of the database, its log and the index; '' for each that does not exist. */
  #present(): string[] {
    return ['', '-wal', '-shm'].map((suffix) => {
      const found = statOf(`${this.#file}${suffix}`);
      return found === undefined ? '' : `${found.dev} ${found.ino}`;
    });
  }

  /**
   * Whether the database was written without a checkpoint. A checkpoint writes into the index what it is about to copy, and
   * in the end what it has copied.
   */
  #writtenByOthers(): 'overwritten' | 'truncated' | undefined {
    for (let reading = 0; reading < mostReadings; reading++) {
      const before = this.#index.read();
      const found = statOf(this.#file);
      const index = this.#index.read();
      // otherwise a checkpoint has run meanwhile
      if (found !== undefined && isCopiedAlike(before, index)) return this.#compare(found, index);
    }
    return undefined;
  }

  #compare(found: BigIntStats, index: LogIndex): 'overwritten' | 'truncated' | undefined {
    // a checkpoint runs, or was killed: nothing can be said until the next has ended
    if (index.attempted !== index.copied) return undefined;
    const isShort = found.size < index.databaseBytes;
    const last = this.#written;
    const isWritten = last !== undefined && (last.atNs !== found.mtimeNs || last.bytes !== found.size);
    if (isWritten && isCopiedAlike(last.index, index)) return isShort ? 'truncated' : 'overwritten';
    this.#written = { atNs: found.mtimeNs, bytes: found.size, index };
    return isShort && index.frames === index.copied ? 'truncated' : undefined;
  }
}

function statOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}
