import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './client.ts';

/** The longest that one chunk may hold the write lock, and the least pause in which others get it, in milliseconds. */
const holdMs = 8;
const pauseMs = 20;
/** Enough items to fill a chunk: a batch that ends before its chunk's time is up wastes a pause. */
const batchItems = 4000;

/**
 * Writes `items` in short transactions with pauses between, so that no other writer of the database waits long:
 * SQLite's lock is not fair. What is written this way must be invisible until something else publishes it.
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
      const after = writeChunk.immediate(next);
      written += after - next;
      next = after;
      options.onProgress?.(written);
      if (options.exclusive !== true) await sleep(pauseMs);
    }
    batch.length = 0;
  };

  for await (const item of items) {
    batch.push(item);
    if (batch.length === batchItems) await flush();
  }
  await flush();
  return written;
}
