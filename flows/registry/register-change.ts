import { setImmediate as breathe } from 'node:timers/promises';
import type { Connection } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { writePaced } from '#db/paced-write.ts';
import { missingWriter } from '#db/registry/missing-names.ts';
import type { RegisterRun } from '#db/registry/run.ts';
import type { NameChange, RegisterScratch } from '#db/registry/scratch.ts';
import { currentRegister } from '#db/registry/states.ts';
import type { Clock } from '#lib/clock.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { Refusal, type RefusalRecord } from '#lib/refusal.ts';
import type { ChangeCounts, ChangeSummary } from '#lib/registry/import/summary.ts';
import { removeStagedRows } from './abandoned-runs.ts';
import { differenceIn } from './difference.ts';
import type { Comparison } from './feed-comparison.ts';

export interface ChangeOptions {
  readonly clock: Clock;
  /** True when nobody else can be using the database: nothing is paced. */
  readonly exclusive?: boolean;
  readonly onProgress?: ShowProgress;
}

/** Rows written between two looks at the clock; some 0.1 ms. */
const sliceRows = 32;

/** A change of the register, from the comparison to the instant at which all of it becomes visible. */
export class RegisterChange {
  readonly #connection: Connection;
  readonly #scratch: RegisterScratch;
  readonly #run: RegisterRun;
  readonly #comparison: Comparison;
  readonly #options: ChangeOptions;
  readonly #beganAt: number;

  /** @param run `beganAt`: when the work on it began, by `performance.now()` */
  constructor(
    connection: Connection,
    scratch: RegisterScratch,
    comparison: Comparison,
    run: { readonly run: RegisterRun; readonly beganAt: number },
    options: ChangeOptions,
  ) {
    this.#connection = connection;
    this.#scratch = scratch;
    this.#run = run.run;
    this.#beganAt = run.beganAt;
    this.#comparison = comparison;
    this.#options = options;
  }

  async compare(): Promise<void> {
    await compareAll(this.#comparison, this.#run.baseRevision, this.#showProgress);
  }

  /** Writes the new states, visible to nobody. */
  async stage(): Promise<void> {
    const total = this.#scratch.countStates();
    const insert = this.#rowWriter();
    let written = 0;
    await this.#write(
      this.#scratch.statePages(),
      (change) => {
        insert(change);
        written++;
      },
      () => this.#showProgress('write-names', written, total),
    );
    const setMissing = missingWriter(this.#connection, this.#run.id);
    await this.#write(this.#scratch.kindPages('missing'), ({ name }) => setMissing(name, true));
  }

  /**
   * Makes it all visible; when a release job was quicker, compares the names it changed again and tries anew.
   *
   * @param inTransaction what else becomes true at the same instant
   */
  async publish(
    inTransaction: (counts: ChangeCounts, nowMs: number) => void,
  ): Promise<ChangeSummary & { readonly revision: number }> {
    for (;;) {
      const summary = summaryOf(this.#scratch, this.#connection, this.#run.baseRevision);
      const hasRows = this.#scratch.countStates() > 0;
      const now = this.#options.clock();
      const outcome = { ...summary, hasRows, now, elapsedMs: this.#elapsedMs() };
      const revision = this.#run.publish(outcome, () => inTransaction(summary.counts, now));
      if (revision !== undefined) return { ...summary, revision };
      await this.#compareAgain();
    }
  }

  /** Removes what was staged and records that the run failed, and why. */
  async undo(fault: unknown): Promise<void> {
    await removeStagedRows(this.#connection, this.#run);
    const summary = summaryOf(this.#scratch, this.#connection, this.#run.baseRevision);
    const now = this.#options.clock();
    this.#run.fail({ ...summary, fault: runFaultOf(fault), now, elapsedMs: this.#elapsedMs() });
  }

  async #compareAgain(): Promise<void> {
    const { value: published } = readGeneration(this.#connection.db, 'register');
    const names = currentRegister(this.#connection).changedBetween(this.#run.baseRevision, published);
    const insert = this.#rowWriter();
    const remove = this.#connection.sqlite.prepare<[string, number]>(
      'DELETE FROM domain WHERE name = ? AND revision = ?',
    );
    const setMissing = missingWriter(this.#connection, this.#run.id);
    await this.#write([names], (name) => {
      const change = this.#comparison.compareAgain(name, published);
      remove.run(name, this.#run.revision);
      if (change?.state !== undefined) insert({ name, ...change.state });
      setMissing(name, change?.kind === 'missing');
    });
    this.#run.baseRevision = published;
  }

  #rowWriter(): (change: NameChange) => void {
    const statement = this.#connection.sqlite.prepare<[string, number, number | null, number | null, number | null]>(
      'INSERT INTO domain (name, revision, registered, cancelled, free_at) VALUES (?, ?, ?, ?, ?)',
    );
    return ({ name, registered, cancelled, freeAt }) => {
      statement.run(name, this.#run.revision, registered, cancelled, freeAt);
    };
  }

  /** Writes for the run, some rows at a time, as long as the run is held. */
  async #write<T>(pages: Iterable<readonly T[]>, write: (item: T) => void, onWritten?: () => void): Promise<void> {
    await writePaced(
      this.#connection,
      slices(pages),
      (slice) => {
        this.#run.requireHeld();
        slice.forEach(write);
      },
      { exclusive: this.#options.exclusive ?? false, onProgress: () => onWritten?.() },
    );
  }

  readonly #showProgress: ShowProgress = (stage, done, total) => {
    this.#run.beat();
    this.#options.onProgress?.(stage, done, total);
  };

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#beganAt);
  }
}

/** Compares everything, with a breath for the rest of the process after every page. */
export async function compareAll(
  comparison: Comparison,
  revision: number,
  onProgress?: ChangeOptions['onProgress'],
): Promise<void> {
  await comparison.compareAll(revision, async (done, total) => {
    onProgress?.('compare-names', done, total);
    await breathe();
  });
}

/** What the changes noted in a scratch come to, beside the register as of a revision. */
export function summaryOf(scratch: RegisterScratch, connection: Connection, revision: number): ChangeSummary {
  const changes = scratch.countChanges();
  const { missing, removed, left, ...listed } = changes;
  const differing = Object.values(listed).reduce((sum, count) => sum + count, 0);
  const unchanged = Math.max(0, scratch.countRows() - differing);
  return { counts: { ...changes, unchanged }, difference: differenceIn(scratch, connection, revision) };
}

/** A fault as it is recorded with a run; one that is no refusal is told in its own words. */
export function runFaultOf(fault: unknown): RefusalRecord {
  if (fault instanceof Refusal) return fault.record;
  const message = fault instanceof Error ? fault.message : String(fault);
  return { reason: { code: 'worded', sentence: `It broke off: ${message}` }, faults: [], total: 0 };
}

function* slices<T>(pages: Iterable<readonly T[]>): Generator<readonly T[]> {
  for (const page of pages) {
    for (let start = 0; start < page.length; start += sliceRows) yield page.slice(start, start + sliceRows);
  }
}
