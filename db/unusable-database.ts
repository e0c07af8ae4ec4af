import type { Database } from 'better-sqlite3';

/** A database file that cannot be used; its message is the one sentence an operator sees. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase';
}

/** 'Wāte' in ASCII: tells Wātea's databases from other SQLite files. */
export const applicationId = 0x57617465;

/** @throws UnusableDatabase for an SQLite file that is neither empty nor Wātea's */
export function requireOwn(sqlite: Database): void {
  const owner = sqlite.pragma('application_id', { simple: true });
  if (owner === applicationId) return;
  const isEmpty = sqlite.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
  if (owner === 0 && isEmpty) return;
  throw new UnusableDatabase(`${sqlite.name} is an SQLite file, but not a database of Wātea.`);
}

/** What `fault` means to an operator when it came of opening `file`; anything else is given back as it is. */
export function openingFault(fault: unknown, file: string): unknown {
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  if (code === 'SQLITE_NOTADB') return new UnusableDatabase(`${file} is not an SQLite database.`);
  if (code.startsWith('SQLITE_CORRUPT')) return new UnusableDatabase(`${file} is damaged: restore a backup.`);
  if (code.startsWith('SQLITE_READONLY')) return new UnusableDatabase(`${file} may not be written by this user.`);
  if (/^SQLITE_CANTOPEN|^E[A-Z]+$/.test(code)) {
    return new UnusableDatabase(`${file} cannot be opened as a database (${code}).`);
  }
  return fault;
}
