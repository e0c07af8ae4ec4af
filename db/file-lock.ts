import Database from 'better-sqlite3';
import type { Connection } from './client.ts';
import { createPrivateFile } from './private-file.ts';

/**
 * Takes a lock of the operating system on an empty file beside the database. The lock ends with its process, however
 * that ends, so a killed import never locks out the next one.
 *
 * @returns what releases it; undefined while another process has it
 */
export function tryFileLock(
  { sqlite }: Pick<Connection, 'sqlite'>,
  subject: 'coverage' | 'figures' | 'open-data' | 'fetch',
): (() => void) | undefined {
  const file = `${sqlite.name}-${subject}-lock`;
  createPrivateFile(file);
  const lock = new Database(file, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (fault) {
    lock.close();
    if (fault instanceof Database.SqliteError && fault.code === 'SQLITE_BUSY') return undefined;
    throw fault;
  }
  return () => lock.close();
}
