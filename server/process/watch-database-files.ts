import { closeSync, openSync, readSync } from 'node:fs';
import { type Connection, connections } from '#db/client.ts';
import { filesChange, setLogAside } from '#db/open-files.ts';
import { isOwnHead } from '#db/unusable-database.ts';
import type { FilesChange } from '#lib/readiness.ts';
import { filesChanges } from '#lib/words/readiness.ts';
import { databaseFiles, setUnready } from './faults.ts';
import { flushLog, log } from './log.ts';

const checkEveryMs = 1000;
const headBytes = 100;

/**
 * Checks every second whether the files of the open database were removed, replaced or overwritten.
 * This process then answers neither API, and says why on /readyz. It does not go on with files that only it still sees:
 * `restart` is called once a database is at the path, and another process begins with it.
 *
 * @param restart ends this process; without it, another process does
 */
export function watchDatabaseFiles(restart?: () => void): void {
  const { sqlite } = connections().writer;
  let reported: FilesChange | undefined;
  setInterval(() => {
    const change = filesChange(sqlite);
    if (change !== reported) report(sqlite.name, change);
    reported = change;
    if (change === undefined || restart === undefined || !isCuredByRestart(change, sqlite.name)) return;
    if (change === 'log-missing') keepLog();
    if (change === 'replaced') setLogAside(sqlite);
    flushLog();
    restart();
  }, checkEveryMs).unref();
}

/**
 * For a thread or process that writes, but does not answer the APIs: marks a database that it finds overwritten, which the
 * others then see.
 */
export function markOverwrites({ sqlite }: Connection): void {
  setInterval(() => filesChange(sqlite), checkEveryMs).unref();
}

function report(file: string, change: FilesChange | undefined): void {
  setUnready(databaseFiles, change && { code: 'database-files-changed', file, change });
  if (change === undefined) log().info({ event: 'the files of the database are back', file });
  else log().error({ event: 'the files of the database have changed', change, fault: filesChanges[change](file) });
}

/** An overwritten file is a person's to settle: nobody can know whether the log belongs to what is in it now. */
function isCuredByRestart(change: FilesChange, file: string): boolean {
  if (change === 'log-missing' || change === 'log-replaced') return true;
  // a file that this process still has open must not be read here: closing it would drop the locks that SQLite has on it
  return change === 'replaced' && isDatabase(file);
}

/** Copies what is only in the removed log, which this process still has open, into the database. */
function keepLog(): void {
  try {
    connections().writer.sqlite.pragma('wal_checkpoint(PASSIVE)');
  } catch (fault) {
    log().error({ event: 'the removed log was not kept', fault: String(fault) });
  }
}

/** Whether a database of Wātea is at the path. Without one, the next process would make an empty one. */
function isDatabase(file: string): boolean {
  const head = Buffer.alloc(headBytes);
  try {
    const descriptor = openSync(file, 'r');
    try {
      readSync(descriptor, head, 0, headBytes, 0);
    } finally {
      closeSync(descriptor);
    }
    return isOwnHead(head);
  } catch {
    return false;
  }
}
