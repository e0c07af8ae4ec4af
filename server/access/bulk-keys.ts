import { processWide, setProcessWide } from '#lib/process-wide.ts';

/** The keys with a bulk request in progress: one at a time per key, across all workers of the machine. */
export interface BulkKeys {
  /** Whether the key had no bulk request; if so, it has one until `end`. */
  begin(subject: string): boolean | Promise<boolean>;
  end(subject: string): void;
}

/** The keys of this process. */
export function bulkKeys(): BulkKeys {
  return processWide<BulkKeys>('bulk-keys', () => singleProcessBulkKeys());
}

function singleProcessBulkKeys(taken = new Set<string>()): BulkKeys {
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

/** The keys of one worker among several, which asks the primary. */
export interface WorkerBulkKeys {
  /** Handles an answer of the primary. */
  receive(id: number, granted: boolean): void;
  /** The primary has died: from now on this worker decides by the bulk requests that it has itself. */
  decideAlone(): void;
}

/** Sets up the keys of one worker among several. */
export function setUpWorkerBulkKeys(send: (request: BulkRequest) => void): WorkerBulkKeys {
  const taken = new Set<string>();
  const waiting = new Map<number, Readonly<{ subject: string; conclude: (granted: boolean) => void }>>();
  let lastId = 0;
  function end(subject: string): void {
    taken.delete(subject);
    send({ kind: 'bulk ended', subject });
  }
  function begin(subject: string): Promise<boolean> {
    const id = ++lastId;
    return new Promise((resolve) => {
      const timeout = setTimeout(() => {
        // a grant that arrives later is returned
        waiting.set(id, { subject, conclude: (granted) => granted && send({ kind: 'bulk ended', subject }) });
        resolve(false);
      }, answerWithinMs);
      function conclude(granted: boolean): void {
        clearTimeout(timeout);
        if (granted) taken.add(subject);
        resolve(granted);
      }
      waiting.set(id, { subject, conclude });
      send({ kind: 'bulk begins', id, subject });
    });
  }
  setProcessWide<BulkKeys>('bulk-keys', { begin, end });
  return {
    receive(id, granted) {
      waiting.get(id)?.conclude(granted);
      waiting.delete(id);
    },
    decideAlone() {
      for (const { subject, conclude } of waiting.values()) conclude(!taken.has(subject));
      waiting.clear();
      setProcessWide('bulk-keys', singleProcessBulkKeys(taken));
    },
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
