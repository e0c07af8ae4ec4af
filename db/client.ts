import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { settings } from '#lib/env.ts';
import { processWide } from '#lib/process-wide.ts';
import { finishRestore } from './backup/restore.ts';
import { attachIfMember } from './cluster/membership.ts';
import { type BetterSQLite3Database, drizzle } from './drizzle.ts';
import { mayClose, rememberFiles, requireOpenable } from './open-files.ts';
import { createPrivateFile, makePrivate, makePrivateFolder, syncFolder } from './private-file.ts';
import { openingFault, requireOwn } from './unusable-database.ts';

export type Db = BetterSQLite3Database;

/** One connection to the database: as Drizzle sees it, and as the driver does for statements that run on every request. */
export interface Connection {
  readonly db: Db;
  readonly sqlite: Database.Database;
  /** How long a transaction of this connection waits for the write lock, in milliseconds; the usual time if left out. */
  readonly lockPatienceMs?: number;
}

/** How long a change or a command waits for the write lock, in milliseconds: people get an answer within 5 s. */
export const usualLockPatienceMs = 3500;

/** The same for what nobody waits for, such as jobs, backups and checks: a busy machine must not undo minutes of work. */
export const backgroundLockPatienceMs = 600_000;

/** How a connection waits for the write lock. */
export interface LockWait {
  /**
   * `blocking`: inside SQLite, which stops the event loop, for commands. `yielding`: `transact` tries again by timers,
   * for every process that others wait for.
   */
  readonly wait: 'blocking' | 'yielding';
  readonly lockPatienceMs?: number;
}

const forCommands: LockWait = { wait: 'blocking' };

/** The connections of a process: one reads, the other writes. */
export interface Connections {
  readonly reader: Connection;
  readonly writer: Connection;
}

function connect(file: string, options: Database.Options): Connection {
  const sqlite = new Database(file, { timeout: 5000, ...options });
  sqlite.pragma('foreign_keys = ON');
  return { sqlite, db: drizzle(sqlite) };
}

/**
 * Opens the connection that writes. Makes the file and its folder if necessary.
 *
 * @throws UnusableDatabase for a file that cannot be opened or is not Wātea's; it is left unchanged
 */
export function openWriter(file: string, lockWait = forCommands): Connection {
  const connection = openFileWriter(file, lockWait);
  attachIfMember(connection.sqlite);
  return connection;
}

/** As `openWriter`, but what is written by it never goes through the log of a cluster. */
export function openFileWriter(file: string, { wait, lockPatienceMs = usualLockPatienceMs } = forCommands): Connection {
  let connection: Connection | undefined;
  try {
    finishRestore(file);
    requireOpenable(file);
    makePrivateFolder(dirname(file));
    createPrivateFile(file);
    connection = connect(file, { timeout: usualLockPatienceMs });
    // before WAL mode, which is written into the file
    requireOwn(connection.sqlite);
    for (const suffix of ['', '-wal', '-shm']) makePrivate(`${file}${suffix}`);
    connection.sqlite.pragma('journal_mode = WAL');
    // each commit survives a power cut, and with it all before it, unless it is committed as `kill` (db/transaction.ts)
    connection.sqlite.pragma('synchronous = FULL');
    // reading opens the log; the name of a log that another process created may not be on the disk yet
    connection.sqlite.pragma('user_version');
    syncFolder(dirname(file));
    rememberFiles(connection.sqlite);
    // opening itself waits for a process that makes the file, but not for the write lock
    if (wait === 'yielding') connection.sqlite.pragma('busy_timeout = 0');
    return { ...connection, lockPatienceMs };
  } catch (fault) {
    connection?.sqlite.close();
    throw openingFault(fault, file);
  }
}

/** Opens a connection that only reads; the file must exist. */
export function openReader(file: string): Connection {
  const connection = connect(file, { readonly: true, fileMustExist: true });
  // no memory map: reading beyond the end of a file that was truncated would kill the process (SIGBUS)
  connection.sqlite.pragma('cache_size = -32000');
  connection.sqlite.pragma('user_version');
  rememberFiles(connection.sqlite);
  return connection;
}

/** Opens both connections to `file`. */
export function openDatabase(file: string, lockWait = forCommands): Connections {
  const writer = openWriter(file, lockWait);
  return { writer, reader: openReader(file) };
}

/** The connections of this process, opened at the first call. Next's bundle and `server.ts` share them. */
export function connections(): Connections {
  return processWide('connections', () => openDatabase(settings().databaseFile, { wait: 'yielding' }));
}

/** Closes both connections; the writer last, because the last one removes the write-ahead log. Not if the file was overwritten. */
export function closeDatabase({ reader, writer }: Connections): void {
  if (!mayClose(writer.sqlite)) return;
  reader.sqlite.close();
  writer.sqlite.close();
}
