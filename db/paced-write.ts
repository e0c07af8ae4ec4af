import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './client.ts';

/** The longest that one chunk may hold the write lock, and the least pause in which others get it, in milliseconds. */
const holdMs = 8;
const pauseMs = 20;

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
  let chunkEnds = 0;
  const begin = () => {
    sqlite.exec('BEGIN IMMEDIATE');
    chunkEnds = performance.now() + holdMs;
  };
  const end = async () => {
    sqlite.exec('COMMIT');
    options.onProgress?.(written);
    if (options.exclusive !== true) await sleep(pauseMs);
  };
  // Items are collected first: reading the next one may wait for a file, and the lock must not be held meanwhile.
  const batch: T[] = [];
  const flush = async () => {
    let next = 0;
    while (next < batch.length) {
      begin();
      try {
        do {
          write(batch[next] as T);
          next++;
          written++;
        } while (next < batch.length && performance.now() < chunkEnds);
      } catch (fault) {
        sqlite.exec('ROLLBACK');
        throw fault;
      }
      await end();
    }
    batch.length = 0;
  };
  for await (const item of items) {
    batch.push(item);
    if (batch.length === 1000) await flush();
  }
  await flush();
  return written;
}
