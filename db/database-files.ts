import { type BigIntStats, statSync } from 'node:fs';
import type { FilesChange } from '#lib/readiness/remarks.ts';
import { isCopiedAlike, type LogIndex, type LogIndexReader } from './log-index.ts';

/** How often the index is read until two readings are alike. */
const mostReadings = 4;

/**
 * The files of a database as a connection opened them. SQLite goes on with files that are no longer at their path, and
 * with a file that another program has written to; what it commits then is lost.
 */
export class DatabaseFiles {
  readonly #file: string;
  readonly #index: LogIndexReader;
  readonly #opened: readonly string[];
  /** When the database was last written and its length, with what the index said then; undefined while a checkpoint runs. */
  #written: { readonly atNs: bigint; readonly bytes: bigint; readonly index: LogIndex } | undefined;

  /** @param index reads the index of the log, which is open */
  constructor(file: string, index: LogIndexReader) {
    this.#file = file;
    this.#index = index;
    this.#opened = this.#present();
    this.#writtenByOthers();
  }

  /** What has happened to the files since the connection was opened: three calls of `stat`, two short reads. */
  change(): FilesChange | undefined {
    const [database, log, index] = this.#present();
    if (database === '') return 'missing';
    if (database !== this.#opened[0]) return 'replaced';
    const written = this.#writtenByOthers();
    if (written !== undefined) return written;
    if (log === '' || index === '') return 'log-missing';
    const isOpened = log === this.#opened[1] && index === this.#opened[2];
    return isOpened && !this.#isLogCut() ? undefined : 'log-replaced';
  }

  /** Whether the log and its index at the path are those of the file that was opened. */
  hasOwnLog(): boolean {
    const [, log, index] = this.#present();
    return log === this.#opened[1] && index === this.#opened[2];
  }

  /** Whether the log lacks committed pages. One that begins again says so in the index before it is cut. */
  #isLogCut(): boolean {
    const { logBytes, salt } = this.#index.read();
    const found = statOf(`${this.#file}-wal`);
    const after = this.#index.read();
    const isSame = after.salt === salt && after.logBytes >= logBytes;
    return isSame && found !== undefined && found.size < logBytes;
  }

  /** Device and inode of the database, its log and the index; '' for each that does not exist. */
  #present(): string[] {
    return ['', '-wal', '-shm'].map((suffix) => {
      const found = statOf(`${this.#file}${suffix}`);
      return found === undefined ? '' : `${found.dev} ${found.ino}`;
    });
  }

  /**
   * Whether the database was written without a checkpoint. A checkpoint writes into the index what it is about to copy, and
   * in the end what it has copied.
   */
  #writtenByOthers(): 'overwritten' | 'truncated' | undefined {
    for (let reading = 0; reading < mostReadings; reading++) {
      const before = this.#index.read();
      const found = statOf(this.#file);
      const index = this.#index.read();
      // otherwise a checkpoint has run meanwhile
      if (found !== undefined && isCopiedAlike(before, index)) return this.#compare(found, index);
    }
    return undefined;
  }

  #compare(found: BigIntStats, index: LogIndex): 'overwritten' | 'truncated' | undefined {
    // a checkpoint runs, or was killed: nothing can be said until the next has ended
    if (index.attempted !== index.copied) return undefined;
    const isShort = found.size < index.databaseBytes;
    const last = this.#written;
    const isWritten = last !== undefined && (last.atNs !== found.mtimeNs || last.bytes !== found.size);
    if (isWritten && isCopiedAlike(last.index, index)) return isShort ? 'truncated' : 'overwritten';
    this.#written = { atNs: found.mtimeNs, bytes: found.size, index };
    return isShort && index.frames === index.copied ? 'truncated' : undefined;
  }
}

function statOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}
