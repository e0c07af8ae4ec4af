import { closeSync, openSync, readSync } from 'node:fs';
import { frameHeadBytes, headBytes, type LogIndex } from '#db/log-index.ts';

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
