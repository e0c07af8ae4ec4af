import type { Connection, Connections, Db } from '#db/client.ts';
import { memberOf } from '#db/cluster/membership.ts';
import { type ClaimedJob, endJob, storeProgress, wantedOf } from '#db/jobs/queue.ts';
import { isBusy, storageRefusal } from '#db/storage-fault.ts';
import { transact } from '#db/transaction.ts';
import { now } from '#lib/clock.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { Pace } from '#lib/jobs/pace.ts';
import { type JobProgress, noProgress, type Stage } from '#lib/jobs/stages.ts';
import type { Reason } from '#lib/refusal.ts';

/** How often progress is stored, in milliseconds. */
const storeEveryMs = 500;
/** How often a job that reports looks whether it was cancelled; a look takes some 20 µs. */
const lookEveryMs = 100;

/** Why a job must stop: it was cancelled, the server stops, or another process has claimed it. */
export type StopReason = 'cancel' | 'stop' | 'lost';

/**
 * Watches over a job of this process: stores its progress, and stops it by what `report` and `finishWithin` throw. A job
 * that does not let the event loop turn is stopped too, as long as it reports.
 */
export class JobWatch {
  readonly #database: Connections;
  readonly #job: ClaimedJob;
  readonly #stopping = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #progress: JobProgress = noProgress;
  #pace: Pace | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #hasThrown = false;
  #isFinished = false;
  #isStoring = false;

  constructor(database: Connections, job: ClaimedJob) {
    this.#database = database;
    this.#job = job;
    this.#timer = setInterval(() => this.#store(), storeEveryMs);
  }

  /** Aborted, with a `StopReason`, when the job must stop. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  stop(reason: StopReason): void {
    // what has been cancelled goes on cleaning up when its end is stored
    if (!this.#isFinished && !this.signal.aborted) this.#stopping.abort(reason);
  }

  /** @throws the reason, once, when the job must stop: cleaning up afterwards reports too */
  report(stage: Stage, done: number, total: number, obstacle: Reason | null = null): void {
    const at = performance.now();
    if (stage !== this.#progress.stage) {
      this.#progress = { ...noProgress, stage, stageStartedAt: now() };
      this.#pace = new Pace(at, done);
    }
    this.#pace?.add(done, at);
    this.#progress = { ...this.#progress, done, total, obstacle };
    if (at - this.#lookedAt >= lookEveryMs) this.look();
    this.#throwIfStopped();
  }

  /** Looks whether the job must stop. */
  look(): void {
    this.#lookedAt = performance.now();
    if (this.#isFinished) return;
    const wanted = wantedOf(this.#database.reader, this.#job);
    if (wanted !== 'continue') this.stop(wanted);
  }

  /**
   * Ends the job as done, within the transaction that makes its result visible. A cancellation that was stored before this
   * transaction began wins; one that comes later is refused, as the job has ended.
   *
   * @throws why the job must stop, if it was cancelled or lost, which rolls the transaction back
   */
  finishWithin(db: Db, outcome: JobOutcome): void {
    const wanted = wantedOf({ db }, this.#job);
    if (wanted !== 'continue') {
      this.stop(wanted);
      this.#hasThrown = true;
      throw wanted;
    }
    endJob(db, this.#job, { state: 'done', outcome }, now());
    this.#isFinished = true;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #throwIfStopped(): void {
    if (!this.signal.aborted || this.#hasThrown) return;
    this.#hasThrown = true;
    throw this.signal.reason;
  }

  #store(): void {
    const { writer } = this.#database;
    const store = () => {
      const progress = { ...this.#progress, rate: this.#pace?.rate(performance.now()) ?? null };
      const wanted = storeProgress(writer, this.#job, progress);
      if (wanted !== 'continue') this.stop(wanted);
    };
    if (this.#isFinished) return;
    if (memberOf(writer.sqlite) !== undefined) this.#storeInTurn(store);
    // a chunk may be in a transaction on the same connection
    else if (!writer.sqlite.inTransaction) tryNow(store, writer);
  }

  /** In a cluster the log may be slower than the timer: one at a time. */
  #storeInTurn(store: () => void): void {
    if (this.#isStoring) return;
    this.#isStoring = true;
    transact(this.#database.writer, store)
      // the next attempt stores it
      .catch(() => undefined)
      .finally(() => {
        this.#isStoring = false;
      });
  }
}

function tryNow(store: () => void, { sqlite }: Connection): void {
  try {
    store();
  } catch (fault) {
    // others have the lock, or the disk is full: the next attempt stores it
    if (!isBusy(fault) && storageRefusal(fault, sqlite.name) === undefined) throw fault;
  }
}
