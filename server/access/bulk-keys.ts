import { processWide, setProcessWide } from '#lib/process-wide.ts';

/** Which keys have a bulk request under way: one at a time for each, on all workers of the machine. */
export interface BulkKeys {
  /** Tells whether the key was free; if so it is taken until `end`. */
  begin(subject: string): boolean | Promise<boolean>;
  end(subject: string): void;
}

/** The keys of this process. */
export function bulkKeys(): BulkKeys {
  return processWide<BulkKeys>('bulk-keys', soleBulkKeys);
}

function soleBulkKeys(): BulkKeys {
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

/** What a worker asks of the primary, or tells it. */
export type BulkRequest =
  | { readonly kind: 'bulk begins'; readonly id: number; readonly subject: string }
  | { readonly kind: 'bulk ended'; readonly subject: string };

/** How long a worker waits for the primary, in milliseconds. */
const answerWithinMs = 1000;

/** Sets up the keys of one worker among several, which asks the primary. `receive` takes its answers. */
export function setUpWorkerBulkKeys(send: (request: BulkRequest) => void): (id: number, granted: boolean) => void {
  const waiting = new Map<number, (granted: boolean) => void>();
  let lastId = 0;
  const end = (subject: string) => send({ kind: 'bulk ended', subject });
  setProcessWide<BulkKeys>('bulk-keys', {
    begin(subject) {
      const id = ++lastId;
      return new Promise((resolve) => {
        const giveUp = setTimeout(() => {
          // a yes that comes later is given back
          waiting.set(id, (granted) => granted && end(subject));
          resolve(false);
        }, answerWithinMs);
        waiting.set(id, (granted) => {
          clearTimeout(giveUp);
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

/** The primary's part: which worker answers a bulk request of which key. */
export class ActiveBulkRequests<Worker> {
  readonly #holders = new Map<string, Worker>();

  begin(subject: string, worker: Worker): boolean {
    if (this.#holders.has(subject)) return false;
    this.#holders.set(subject, worker);
    return true;
  }

  end(subject: string, worker: Worker): void {
    if (this.#holders.get(subject) === worker) this.#holders.delete(subject);
  }

  /** A worker that has ended answers nothing any more. */
  forget(worker: Worker): void {
    for (const [subject, holder] of this.#holders) if (holder === worker) this.#holders.delete(subject);
  }
}
