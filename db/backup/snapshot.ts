import { closeSync, openSync, readSync } from 'node:fs';
import { type Connection, openReader } from '#db/client.ts';
import { frameHeadBytes, headBytes, type LogIndex } from '#db/log-index.ts';
import { logIndexOf, openAsFile } from '#db/open-files.ts';

/** How often a snapshot is begun until no commit came in between. */
const mostAttempts = 1000;

/**
 * One state of the database, page by page, while others go on writing: a read transaction keeps it, and its pages are
 * read from the files as SQLite itself would, newest form first: the log, then the database. SQLite's backup would write
 * the whole database to the disk once more, for an increment too (docs/decisions/backup.md).
 */
export class Snapshot {
  /** Questions to it see the same state as its pages. */
  readonly connection: Connection;
  readonly pageBytes: number;
  readonly pages: number;
  readonly #descriptor: number;
  readonly #log: LogPages | undefined;

  /** Begins a snapshot of the present state. A writer must have opened the database before. */
  constructor(databaseFile: string) {
    this.connection = openReader(databaseFile);
    const { sqlite } = this.connection;
    try {
      const index = beginAt(this.connection);
      this.pageBytes = Number(sqlite.pragma('page_size', { simple: true }));
      this.pages = Number(sqlite.pragma('page_count', { simple: true }));
      this.#descriptor = openAsFile(sqlite);
      // a log of which everything is in the database may begin again, and the database stays as it is until the end
      this.#log = index.copied === index.frames ? undefined : new LogPages(databaseFile, index, this.pageBytes);
    } catch (fault) {
      sqlite.close();
      throw fault;
    }
  }

  /** Reads `count` pages from page `first` on; the first page has number 1. */
  read(first: number, count: number): Buffer {
    const bytes = Buffer.alloc(count * this.pageBytes);
    // pages that only the log has may be beyond the end of the file
    readSync(this.#descriptor, bytes, 0, bytes.length, (first - 1) * this.pageBytes);
    this.#log?.putOver(bytes, first);
    return bytes;
  }

  /** Ends the read transaction. */
  close(): void {
    this.#log?.close();
    this.connection.sqlite.close();
  }
}

/**
 * Begins a read transaction. @returns what the index of the log said of exactly its state; how much is copied is read
 * after the beginning, which holds for all of the transaction: a checkpoint copies nothing that is newer
 */
function beginAt({ sqlite }: Connection): LogIndex {
  const index = logIndexOf(sqlite);
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const before = index.readSettled();
    sqlite.exec('BEGIN');
    // only a read begins it
    sqlite.pragma('schema_version');
    const after = index.readSettled();
    if (before !== undefined && after?.frames === before.frames && after.salt === before.salt) return after;
    sqlite.exec('ROLLBACK');
  }
  throw new Error('No moment was found between two commits.');
}

/** Frames of the log that are read at a time. */
const framesAtOnce = 256;

/**
 * The pages that are in the write-ahead log up to one commit, each in its newest form (SQLite, "WAL-mode file format",
 * 4.1 and 4.2). While a read transaction of that commit is open, SQLite neither begins the log again nor overwrites
 * what is in it.
 */
export class LogPages {
  readonly #descriptor: number;
  readonly #pageBytes: number;
  /** Where each page begins in the log, by its number. */
  readonly #places = new Map<number, number>();

  /** @throws Error when the log is not the one of the index */
  constructor(databaseFile: string, { frames, salt }: LogIndex, pageBytes: number) {
    this.#pageBytes = pageBytes;
    // closing a log drops no locks: SQLite has them on the database and on the index
    this.#descriptor = openSync(`${databaseFile}-wal`, 'r');
    const frameBytes = frameHeadBytes + pageBytes;
    const bytes = Buffer.alloc(framesAtOnce * frameBytes);
    for (let first = 0; first < frames; first += framesAtOnce) {
      const count = Math.min(framesAtOnce, frames - first);
      const start = headBytes + first * frameBytes;
      const read = readSync(this.#descriptor, bytes, 0, count * frameBytes, start);
      for (let frame = 0; frame < count; frame++) {
        const at = frame * frameBytes;
        if (at + frameBytes > read || bytes.toString('hex', at + 8, at + 16) !== salt) throw this.#otherLog();
        this.#places.set(bytes.readUInt32BE(at), start + at + frameHeadBytes);
      }
    }
  }

  /** Puts the pages of the log over those of the database: `first` is the number of the first page in `bytes`. */
  putOver(bytes: Buffer, first: number): void {
    const count = bytes.length / this.#pageBytes;
    for (let place = 0; place < count; place++) {
      const at = this.#places.get(first + place);
      if (at === undefined) continue;
      const read = readSync(this.#descriptor, bytes, place * this.#pageBytes, this.#pageBytes, at);
      if (read !== this.#pageBytes) throw this.#otherLog();
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #otherLog(): Error {
    closeSync(this.#descriptor);
    return new Error('The write-ahead log is not the one that its index describes.');
  }
}
