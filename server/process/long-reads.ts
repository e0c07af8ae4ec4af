import { type Connection, openReader } from '#db/client.ts';
import { type Snapshots, snapshots } from '#db/transaction.ts';
import { settings } from '#lib/env.ts';
import { FairQueue } from '#lib/fair-queue.ts';
import { getProcessWide, processWide } from '#lib/process-wide.ts';

/**
 * How many long answers read at the same time. Each needs a connection, because its snapshot lasts for many turns, and a
 * witness of the register (7 MB).
 */
const mostReading = 2;
/** How many more may wait. */
const mostWaiting = 500;

/** A connection whose snapshot lasts for one long answer. */
export interface LongReader {
  readonly connection: Connection;
  readonly inSnapshot: Snapshots;
}

interface OwnReader extends LongReader {
  endSnapshot(): void;
}

/** The connections on which answers are read that are made in pieces (B11), opened when they are needed. */
class LongReads {
  readonly #file: string;
  readonly #open: OwnReader[] = [];
  readonly #idle: OwnReader[] = [];
  readonly #waiting = new FairQueue<(reader: OwnReader) => void>();

  constructor(file: string) {
    this.#file = file;
  }

  get isFull(): boolean {
    return this.#waiting.size >= mostWaiting;
  }

  /** Calls `read` with a reader, whose snapshot begins with its first look-up and ends when `read` has ended. */
  async with<Made>(caller: string, read: (reader: LongReader) => Promise<Made>): Promise<Made> {
    const reader = this.#idle.pop() ?? (await this.#nextReader(caller));
    try {
      return await read(reader);
    } finally {
      reader.endSnapshot();
      const next = this.#waiting.take();
      if (next === undefined) this.#idle.push(reader);
      else next(reader);
    }
  }

  close(): void {
    for (const { connection } of this.#open) connection.sqlite.close();
  }

  #nextReader(caller: string): OwnReader | Promise<OwnReader> {
    if (this.#open.length === mostReading) return new Promise((resolve) => this.#waiting.add(caller, resolve));
    const reader = openOwnReader(this.#file);
    this.#open.push(reader);
    return reader;
  }
}

function openOwnReader(file: string): OwnReader {
  const connection = openReader(file);
  let end: (() => void) | undefined;
  const wholeAnswer = {
    atEnd(endSnapshot: () => void) {
      end = endSnapshot;
      return true;
    },
  };
  return {
    connection,
    inSnapshot: snapshots(connection, wholeAnswer),
    endSnapshot() {
      end?.();
      end = undefined;
    },
  };
}

/** The connections of this process for long answers. */
export function longReads(): LongReads {
  return processWide('long-reads', () => new LongReads(settings().databaseFile));
}

/** For the end of a process; it may never have opened one. */
export function closeLongReads(): void {
  getProcessWide<LongReads>('long-reads')?.close();
}
