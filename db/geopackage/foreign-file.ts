import { closeSync, copyFileSync, existsSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { ScratchFile } from '#flows/files/scratch-file.ts';
import { Refusal } from '#lib/refusal.ts';

/** An SQLite file from elsewhere, opened so that nothing in it can run or be changed. */
export interface ForeignDatabase {
  readonly sqlite: Database.Database;
  close(): void;
}

const damaged = 'The GeoPackage is damaged or cut short.';
const headBytes = 100;

/**
 * Opens an SQLite file that comes from outside: for reading alone, its schema untrusted, so that functions in views,
 * triggers, generated columns and indexes stay uncalled (SQLite: "Defense against the dark arts").
 *
 * @param makeScratch gives a place for a copy, where one is needed
 * @throws Refusal when it is damaged, cut short, or still being written
 */
export function openForeign(path: string, makeScratch: () => ScratchFile): ForeignDatabase {
  const head = readHead(path);
  refuseCut(head, statSync(path).size);
  const scratch = isWriteAhead(head) ? copyAtRest(path, makeScratch) : undefined;
  try {
    const sqlite = new Database(scratch?.path ?? path, { readonly: true, fileMustExist: true });
    sqlite.pragma('trusted_schema = OFF');
    sqlite.pragma('query_only = ON');
    sqlite.pragma('cell_size_check = ON');
    sqlite.pragma('mmap_size = 0');
    const close = () => {
      sqlite.close();
      scratch?.remove();
    };
    return { sqlite, close };
  } catch (fault) {
    scratch?.remove();
    return refuseDamaged(fault);
  }
}

/** Turns what SQLite says of a broken file into words for people. */
export function refuseDamaged(fault: unknown): never {
  if (!(fault instanceof Database.SqliteError)) throw fault;
  if (/^SQLITE_(CORRUPT|NOTADB|IOERR|CANTOPEN|ERROR)/.test(fault.code)) throw new Refusal(damaged);
  throw fault;
}

function readHead(path: string): Buffer {
  const head = Buffer.alloc(headBytes);
  const descriptor = openSync(path, 'r');
  try {
    if (readSync(descriptor, head, 0, headBytes, 0) < headBytes) throw new Refusal(damaged);
  } finally {
    closeSync(descriptor);
  }
  return head;
}

/** The head tells how many pages there are, unless an old program changed the file since (SQLite file format, 1.3). */
function refuseCut(head: Buffer, size: number): void {
  const pageBytes = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
  const isCurrent = head.readUInt32BE(24) === head.readUInt32BE(92);
  if (isCurrent && head.readUInt32BE(28) * pageBytes > size) throw new Refusal(damaged);
}

function isWriteAhead(head: Buffer): boolean {
  return head[18] === 2 || head[19] === 2;
}

/**
 * A file in write-ahead mode cannot be opened without writing beside it. A copy in the plain mode can: two bytes of the
 * head tell them apart.
 */
function copyAtRest(path: string, makeScratch: () => ScratchFile): ScratchFile {
  const log = `${path}-wal`;
  if (existsSync(log) && statSync(log).size > 0) {
    throw new Refusal(
      'The GeoPackage is still open in another program, which has not written all of it: close it there.',
    );
  }
  const scratch = makeScratch();
  try {
    copyFileSync(path, scratch.path);
    const descriptor = openSync(scratch.path, 'r+');
    writeSync(descriptor, Buffer.from([1, 1]), 0, 2, 18);
    closeSync(descriptor);
    return scratch;
  } catch (fault) {
    scratch.remove();
    throw fault;
  }
}
