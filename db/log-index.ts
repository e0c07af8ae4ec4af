import { closeSync, openSync, readSync } from 'node:fs';

/** What SQLite's index of the write-ahead log (the file -shm) says of the log and of what is copied to the database. */
export interface LogIndex {
  /** How many frames of the log are committed. */
  readonly frames: number;
  /** How many of them are in the database, and how many a checkpoint, perhaps a running or killed one, wanted there. */
  readonly copied: number;
  readonly attempted: number;
  /** The length of the database after the last commit, in bytes. */
  readonly databaseBytes: number;
  /** The length that the log has at least, in bytes. */
  readonly logBytes: number;
  /** Different after each restart of the log. */
  readonly salt: string;
}

const indexBytes = 136;
/** The first part of the index, and its copy. */
const copyBytes = 48;
/** Of the log, and of each page in it. */
export const headBytes = 32;
export const frameHeadBytes = 24;

/** Reads the index of a log in an open database. */
export class LogIndexReader {
  readonly #descriptor: number;
  readonly #bytes = Buffer.alloc(indexBytes);

  constructor(file: string) {
    this.#descriptor = openSync(file, 'r');
  }

  /** The fields are in the byte order of the machine (SQLite, "WAL-mode file format", 4.1). */
  read(): LogIndex {
    const bytes = this.#bytes;
    readSync(this.#descriptor, bytes, 0, indexBytes, 0);
    const at = (offset: number) => bytes.readUInt32LE(offset);
    const size = bytes.readUInt16LE(14);
    // 1 is a page of 65,536 bytes
    const pageBytes = size === 1 ? 65_536 : size;
    const frames = at(16);
    return {
      frames,
      copied: at(96),
      attempted: at(128),
      databaseBytes: at(20) * pageBytes,
      logBytes: frames === 0 ? 0 : headBytes + frames * (frameHeadBytes + pageBytes),
      salt: bytes.toString('hex', 32, 40),
    };
  }

  /** `read`, or undefined while a commit is writing the index, which has its first part twice. */
  readSettled(): LogIndex | undefined {
    const index = this.read();
    return this.#bytes.subarray(0, copyBytes).equals(this.#bytes.subarray(copyBytes, 2 * copyBytes))
      ? index
      : undefined;
  }

  /** Only when no connection of this process has the database open: closing the file drops SQLite's locks on it. */
  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Whether nothing was copied to the database from one reading to the other, and nothing is being copied. */
export function isCopiedAlike(one: LogIndex, other: LogIndex): boolean {
  return one.salt === other.salt && one.copied === other.copied && one.attempted === other.attempted;
}
