import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './client.ts';
import { transact } from './transaction.ts';

/** The longest that one chunk may keep the write lock, and the shortest pause in which others can take it. */
const lockMs = 8;
const pauseMs = 12;
/** How many items are collected for the first chunk, and at most; later ones get as many as the last had time for. */
const firstItems = 256;
const mostItems = 4000;

export interface RowWriting {
  /** True when no other process can be using the database: no pauses. */
  readonly exclusive?: boolean;
  /** Called after each row, in its transaction. */
  readonly onRow?: () => void;
  readonly onProgress?: (written: number) => void;
}

/** When each connection last released the lock; the next chunk of any writer waits for the pause after that. */
const releases = new WeakMap<Connection['sqlite'], number>();

/**
 * Writes `items` in short transactions with pauses between them, so that other writers of the database do not wait long:
 * SQLite's lock is not fair. The next items are collected during the pause. What is written must stay invisible until
 * another transaction publishes it, which then makes it survive a power cut too.
 *
 * @returns how many items were written
 */
export async function writePaced<T>(
  connection: Connection,
  items: Iterable<T> | AsyncIterable<T>,
  write: (item: T) => void,
  options: RowWriting = {},
): Promise<number> {
  const { sqlite } = connection;
  let written = 0;
  // collected before the lock is taken, because reading an item may wait for a file
  const batch: T[] = [];
  let enough = firstItems;

  /** Writes `batch` from index `start` until the chunk's time is up. @returns the index of the first item not written */
  const writeChunk = (start: number): number => {
    const chunkEnds = performance.now() + lockMs;
    let next = start;
    do {
      write(batch[next++] as T);
      options.onRow?.();
    } while (next < batch.length && performance.now() < chunkEnds);
    return next;
  };
  const flush = async () => {
    for (let next = 0; next < batch.length; ) {
      if (options.exclusive !== true) await pause(sqlite);
      const start = next;
      const after = await transact(connection, () => writeChunk(start), 'kill');
      releases.set(sqlite, performance.now());
      const count = after - next;
      enough = after < batch.length ? count : Math.min(mostItems, Math.max(enough, 2 * count));
      written += count;
      next = after;
      options.onProgress?.(written);
    }
    batch.length = 0;
  };

  for await (const item of items) {
    batch.push(item);
    if (batch.length >= enough) await flush();
  }
  await flush();
  return written;
}

/** Waits for the rest of the pause since the connection's last chunk, and at least for one turn of the event loop. */
async function pause(sqlite: Connection['sqlite']): Promise<void> {
  await sleep(Math.max(0, (releases.get(sqlite) ?? 0) + pauseMs - performance.now()));
}
