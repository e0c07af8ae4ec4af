import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '#lib/refusal.ts';
import { isBusy, storageRefusal } from './storage-fault.ts';

/** The pauses between two attempts to take the write lock, in milliseconds: the last one is repeated. */
const pausesMs = [1, 2, 4, 8, 12, 16, 20] as const;
const longestPauseMs = 25;

/** How long to wait for the write lock of `file`, in milliseconds, from `since` on, by `performance.now()`. */
export interface LockPatience {
  readonly file: string;
  readonly patienceMs: number;
  readonly since: number;
}

/**
 * Runs `write`, which takes the write lock itself, again and again while another process has the lock.
 *
 * @throws Refusal when the lock stays taken (`database-busy`), and when the disk is full, read-only or failing
 */
export async function retryWhileBusy<Result>(
  write: () => Result,
  { file, patienceMs, since }: LockPatience,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return write();
    } catch (fault) {
      if (!isBusy(fault)) throw storageRefusal(fault, file) ?? fault;
      const waitedMs = performance.now() - since;
      if (waitedMs >= patienceMs) throw lockRefusal(waitedMs, file);
    }
    await sleep(pausesMs[attempt] ?? longestPauseMs);
  }
}

export function lockRefusal(waitedMs: number, file: string): Refusal {
  return new Refusal({ code: 'database-busy', seconds: Math.round(waitedMs / 1000), file });
}
