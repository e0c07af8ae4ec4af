import { processWide, setProcessWide } from '#lib/process-wide.ts';

/** The keys with a bulk request in progress: one at a time per key, across all workers of the machine. */
export interface BulkKeys {
  /** Whether the key had no bulk request; if so, it has one until `end`. */
  begin(subject: string): boolean | Promise<boolean>;
  end(subject: string): void;
}

/** The keys of this process. */
export function bulkKeys(): BulkKeys {
  return processWide<BulkKeys>('bulk-keys', singleProcessBulkKeys);
}

function singleProcessBulkKeys(): BulkKeys {
  const taken = new Set<string>();
  return {
    begin(subject) {
      if (taken.has(subject)) return false;
      taken.add(subject);
      return true;
    },
    end: (subject) => void taken.delete(subject),
  };
}

/** A message of a worker to the primary. */
export type BulkRequest =
  | { readonly kind: 'bulk begins'; readonly id: number; readonly subject: string }
  | { readonly kind: 'bulk ended'; readonly subject: string };

/** How long a worker waits for the primary, in milliseconds. */
const answerWithinMs = 1000;

/** Sets up the keys of one worker among several, which asks the primary. @returns the handler of its answers */
export function setUpWorkerBulkKeys(send: (request: BulkRequest) => void): (id: number, granted: boolean) => void {
  const waiting = new Map<number, (granted: boolean) => void>();
  let lastId = 0;
  const end = (subject: string) => send({ kind: 'bulk ended', subject });
  setProcessWide<BulkKeys>('bulk-keys', {
    begin(subject) {
      const id = ++lastId;
      return new Promise((resolve) => {
        const timeout = setTimeout(() => {
          // a grant that arrives later is returned
          waiting.set(id, (granted) => granted && end(subject));
          resolve(false);
        }, answerWithinMs);
        waiting.set(id, (granted) => {
          clearTimeout(timeout);
          resolve(granted);
        });
        send({ kind: 'bulk begins', id, subject });
      });
    },
    end,
  });
  return (id, granted) => {
    waiting.get(id)?.(granted);
    waiting.delete(id);
  };
}

/** The primary's side: the worker that answers the bulk request of each key. */
export class ActiveBulkRequests<Worker> {
  readonly #workers = new Map<string, Worker>();

  begin(subject: string, worker: Worker): boolean {
    if (this.#workers.has(subject)) return false;
    this.#workers.set(subject, worker);
    return true;
  }

  end(subject: string, worker: Worker): void {
    if (this.#workers.get(subject) === worker) this.#workers.delete(subject);
  }

  /** Drops the requests of a worker that has exited. */
  forget(worker: Worker): void {
    for (const [subject, owner] of this.#workers) if (owner === worker) this.#workers.delete(subject);
  }
}
