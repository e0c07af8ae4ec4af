import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './client.ts';

/** The longest that one chunk may hold the write lock, and the least pause in which others get it, in milliseconds. */
const holdMs = 8;
const pauseMs = 12;
/** How many items are collected for a chunk at first, and at most: as many as the last one had time for are next. */
const firstItems = 256;
const mostItems = 4000;

/** When each connection gave the lock back last: the next chunk waits for that, whoever writes it. */
const releases = new WeakMap<Connection['sqlite'], number>();

/**
 * Writes `items` in short transactions with pauses between, so that no other writer of the database waits long:
 * SQLite's lock is not fair. The pause goes by while the next items are collected. What is written this way must be invisible until something else publishes it.
 *
 * @param options.exclusive true when nobody else can be using the database: no pauses
 * @returns how many items were written
 */
export async function writePaced<T>(
  { sqlite }: Connection,
  items: Iterable<T> | AsyncIterable<T>,
  write: (item: T) => void,
  options: { exclusive?: boolean; onProgress?: (written: number) => void } = {},
): Promise<number> {
  let written = 0;
  // Items are collected first: reading the next one may wait for a file, and the lock must not be held meanwhile.
  const batch: T[] = [];
  let enough = firstItems;

  /** Writes from `batch`, beginning at `place`, until the chunk's time is up. @returns the first place not written */
  const writeChunk = sqlite.transaction((place: number): number => {
    const chunkEnds = performance.now() + holdMs;
    let next = place;
    do write(batch[next++] as T);
    while (next < batch.length && performance.now() < chunkEnds);
    return next;
  });
  const flush = async () => {
    for (let next = 0; next < batch.length; ) {
      if (options.exclusive !== true) await pause(sqlite);
      const after = writeChunk.immediate(next);
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

/** Waits for what is left of the pause since the connection's last chunk; at least for whatever else waits to be done. */
async function pause(sqlite: Connection['sqlite']): Promise<void> {
  await sleep(Math.max(0, (releases.get(sqlite) ?? 0) + pauseMs - performance.now()));
}
