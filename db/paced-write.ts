import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '#lib/clock.ts';
import type { Connection } from './client.ts';
import { memberOf } from './cluster/membership.ts';
import type { Cluster } from './cluster/types.ts';
import { transact } from './transaction.ts';

/** The shortest pause in which others can take the write lock, in milliseconds. */
const pauseMs = 12;

/** How large a chunk may be; times in milliseconds. */
interface Pace {
  /** The longest that it may keep the write lock, beyond the time for one item. */
  readonly lockMs: number;
  /** The longest that items are collected for it. */
  readonly collectMs: number;
  /** How many items may wait to be written. */
  readonly mostItems: number;
}

const onOneMachine: Pace = { lockMs: 8, collectMs: pauseMs, mostItems: 4000 };
/** Each chunk is an entry, which PostgreSQL and its standby write to their disks: fewer and larger ones. */
const inCluster: Pace = { lockMs: 80, collectMs: 200, mostItems: 10_000 };
const mostEntryBytes = 2 * 2 ** 20;
/** The longest that collecting items may keep the event loop from its next turn. */
const longestTurnMs = 40;

export interface RowWriting {
  /** True when no other process can be using the database: no pauses. */
  readonly exclusive?: boolean;
  /** Called after each row, in its transaction. */
  readonly onRow?: () => void;
  /** Called after each chunk, and while items are collected at least every 40 ms, if they arrive so often. */
  readonly onProgress?: (written: number) => void;
}

/** When each connection last released the lock; the next chunk of any writer waits for the pause after that. */
const releases = new WeakMap<Connection['sqlite'], number>();

/**
 * Writes `items` in short transactions with pauses between them, so that other writers of the database do not wait long:
 * SQLite's lock is not fair. The next items are collected during the pause, so nothing waits while there is work to do.
 * What is written must stay invisible until another transaction publishes it, which then makes it survive a power cut too.
 *
 * @param write is told whether the item is the first of its transaction
 * @param items `undefined` among them means that the source needs more time; others get a turn of the event loop
 * @param clock the one by which a chunk ends
 * @returns how many items were written
 */
export async function writePaced<T>(
  connection: Connection,
  items: Iterable<T | undefined> | AsyncIterable<T | undefined>,
  write: (item: T, isFirst: boolean) => void,
  options: RowWriting = {},
  clock: Clock = () => performance.now(),
): Promise<number> {
  const { sqlite } = connection;
  const { exclusive, onRow, onProgress } = options;
  const member = memberOf<Cluster>(sqlite);
  const { lockMs, collectMs, mostItems } = member === undefined ? onOneMachine : inCluster;
  const isFull = () => (member?.capturedBytes(sqlite) ?? 0) >= mostEntryBytes;
  let written = 0;
  // items are collected for as long as a pause before the first chunk too
  let releasedAt = clock();
  let turnedAt = releasedAt;
  // collected before the lock is taken, because reading an item may wait for a file
  const waiting: T[] = [];

  /** Writes what waits until the chunk's time is up. */
  const writeChunk = () => {
    const chunkEnds = clock() + lockMs;
    let next = 0;
    do {
      write(waiting[next] as T, next === 0);
      next++;
      onRow?.();
    } while (next < waiting.length && clock() < chunkEnds && !isFull());
    return next;
  };
  const flush = async () => {
    if (exclusive === true) await nextTurn();
    else await sleep(Math.max(0, (releases.get(sqlite) ?? 0) + pauseMs - clock()));
    const count = await transact(connection, writeChunk, 'kill');
    releasedAt = clock();
    turnedAt = releasedAt;
    releases.set(sqlite, releasedAt);
    waiting.splice(0, count);
    written += count;
    onProgress?.(written);
  };

  for await (const item of items) {
    if (item !== undefined) waiting.push(item);
    const moment = clock();
    if (waiting.length >= mostItems || (waiting.length > 0 && moment - releasedAt >= collectMs)) {
      await flush();
    } else if (moment - turnedAt > longestTurnMs) {
      await nextTurn();
      turnedAt = moment;
      onProgress?.(written);
    }
  }
  while (waiting.length > 0) await flush();
  return written;
}
