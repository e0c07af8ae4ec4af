import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import { makePrivate } from '#db/private-file.ts';
import { Refusal } from '#lib/refusal.ts';

/** An SQLite file from elsewhere, opened so that nothing in it can run or be changed. */
export interface ForeignDatabase {
  readonly sqlite: Database.Database;
  close(): void;
}

const headBytes = 100;

/**
 * Opens an SQLite file from elsewhere: only for reading, and with an untrusted schema, so that functions in views,
 * triggers, generated columns and indexes are not called (SQLite: "Defense against the dark arts").
 *
 * @param scratchPath where a copy is made, if one is needed; it is removed again
 * @throws Refusal if the file is damaged, incomplete, or still being written
 */
export function openForeign(path: string, scratchPath: string): ForeignDatabase {
  const removeScratch = () => rmSync(scratchPath, { force: true });
  try {
    const head = readHead(path);
    refuseCut(head, statSync(path).size);
    const opened = isWriteAhead(head) ? copyWithoutLog(path, scratchPath) : path;
    const sqlite = new Database(opened, { readonly: true, fileMustExist: true });
    sqlite.pragma('trusted_schema = OFF');
    sqlite.pragma('query_only = ON');
    sqlite.pragma('cell_size_check = ON');
    sqlite.pragma('mmap_size = 0');
    const close = () => {
      sqlite.close();
      removeScratch();
    };
    return { sqlite, close };
  } catch (fault) {
    removeScratch();
    return refuseDamaged(fault);
  }
}

/** Turns the error of SQLite for a broken file into a refusal. */
export function refuseDamaged(fault: unknown): never {
  const isDamage =
    fault instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|ERROR)/.test(fault.code);
  throw isDamage ? new Refusal({ code: 'geopackage-damaged' }) : fault;
}

function readHead(path: string): Buffer {
  const head = Buffer.alloc(headBytes);
  const descriptor = openSync(path, 'r');
  try {
    if (readSync(descriptor, head, 0, headBytes, 0) < headBytes) throw new Refusal({ code: 'geopackage-damaged' });
  } finally {
    closeSync(descriptor);
  }
  return head;
}

/** The head has the number of pages, unless an old program changed the file afterwards (SQLite file format, 1.3). */
function refuseCut(head: Buffer, size: number): void {
  const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  const isCurrent = head.readUInt32BE(24) === head.readUInt32BE(92);
  if (isCurrent && head.readUInt32BE(28) * pageBytes > size) throw new Refusal({ code: 'geopackage-damaged' });
}

function isWriteAhead(head: Buffer): boolean {
  return head[18] === 2 || head[19] === 2;
}

/**
 * SQLite cannot open a file in write-ahead mode without writing beside it, so a copy is made in the normal mode: two
 * bytes of the head are the difference. @returns the path of the copy
 */
function copyWithoutLog(path: string, copy: string): string {
  const log = `${path}-wal`;
  if (existsSync(log) && statSync(log).size > 0) throw new Refusal({ code: 'geopackage-in-use' });
  copyFileSync(path, copy);
  // the copy has got the mode of the original
  makePrivate(copy);
  const descriptor = openSync(copy, 'r+');
  writeSync(descriptor, Buffer.from([1, 1]), 0, 2, 18);
  closeSync(descriptor);
  return copy;
}
