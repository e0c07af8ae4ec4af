import { readSync } from 'node:fs';
import { type Connection, openReader } from '#db/client.ts';
import type { LogIndex } from '#db/log-index.ts';
import { logIndexOf, openAsFile } from '#db/open-files.ts';
import { LogPages } from './log-pages.ts';

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
