import { closeSync, openSync, readSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { Refusal } from '#lib/refusal.ts';
import { storageRefusal } from './storage-fault.ts';

/** A database file that cannot be used; operators see its sentence. */
export class UnusableDatabase extends Refusal {
  override name = 'UnusableDatabase';
}

/** 'Wāte' in ASCII: marks Wātea's databases among SQLite files. */
export const applicationId = 0x57617465;

const sqliteMark = 'SQLite format 3\0';

/** Whether the first 100 bytes of a file are those of a database of Wātea (SQLite, "Database File Format", 1.3). */
export function isOwnHead(head: Buffer): boolean {
  return head.toString('latin1', 0, 16) === sqliteMark && head.readUInt32BE(68) === applicationId;
}

/** Whether a file begins as an SQLite database does. Not for one that this process has open. */
export function isSqlite(file: string): boolean {
  const head = Buffer.alloc(16);
  try {
    const descriptor = openSync(file, 'r');
    readSync(descriptor, head);
    closeSync(descriptor);
  } catch {
    // whoever reads the file says why it cannot be read
  }
  return head.toString('latin1') === sqliteMark;
}

/** @throws UnusableDatabase for an SQLite file that is neither empty nor Wātea's */
export function requireOwn(sqlite: Database): void {
  const owner = sqlite.pragma('application_id', { simple: true });
  if (owner === applicationId) return;
  const isEmpty = sqlite.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
  if (owner === 0 && isEmpty) return;
  throw new UnusableDatabase({ code: 'database-foreign', file: sqlite.name });
}

/** The refusal for a fault in opening `file`; any other fault is returned as it is. */
export function openingFault(fault: unknown, file: string): unknown {
  const errno = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  if (errno === 'SQLITE_NOTADB') return new UnusableDatabase({ code: 'database-not-sqlite', file });
  if (errno.startsWith('SQLITE_CORRUPT')) return new UnusableDatabase({ code: 'database-damaged', file });
  if (errno.startsWith('SQLITE_READONLY')) return new UnusableDatabase({ code: 'database-read-only', file });
  const storage = storageRefusal(fault, file);
  if (storage !== undefined && storage.reason.code !== 'disk-failing') return storage;
  const isUnopened = /^SQLITE_CANTOPEN|^E[A-Z]+$/.test(errno);
  return isUnopened ? new UnusableDatabase({ code: 'database-unopened', file, errno }) : fault;
}
