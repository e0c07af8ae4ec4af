import { type Actor, recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { unreturnMissing } from '#db/registry/missing-names.ts';
import { beginRun, getLastImport, type ListedRun, markUndone } from '#db/registry/runs.ts';
import { RegisterScratch } from '#db/registry/scratch.ts';
import { type RegisterStates, registerStates, supersedeStates } from '#db/registry/states.ts';
import { snapshots, whenUnlocked } from '#db/transaction.ts';
import { Refusal, required } from '#lib/refusal.ts';
import { type Change, undoneChange } from '#lib/registry/import/comparison.ts';
import type { ChangeSummary } from '#lib/registry/import/difference.ts';
import { formatAuckland } from '#lib/time/auckland.ts';
import { removeAbandonedRuns } from './abandoned-runs.ts';
import type { Comparison, OnCompared } from './feed-comparison.ts';
import { type ChangeOptions, RegisterChange } from './register-change.ts';

export interface UndoReport extends ChangeSummary {
  readonly run: number;
  /** The import that was undone. */
  readonly undone: ListedRun;
  readonly revision: number;
}

export interface UndoOptions extends ChangeOptions {
  readonly actor: Actor;
  /** The id of the import to undo; the undo is refused if it is no longer the last. */
  readonly expected?: number;
  /** Called in the transaction that publishes the undo. */
  readonly inTransaction?: (db: Db, published: Pick<UndoReport, 'run' | 'undone' | 'counts'>) => void;
}

/**
 * Undoes the last import: every name it changed gets back its state from before, all at the same instant. What release
 * jobs have done since stays: names they released stay released, and a restored cancellation that no job has marked
 * waits for the next job (`undoneChange`). Run again, it undoes the import before.
 *
 * @throws Refusal when there is no import, or another run is in progress
 */
export async function undoLastImport(connection: Connection, options: UndoOptions): Promise<UndoReport> {
  const { clock, actor, exclusive, expected } = options;
  const { db } = connection;
  const beganAt = performance.now();
  const undone = requireLastImport(connection, expected);
  const scratch = new RegisterScratch();
  try {
    await removeAbandonedRuns(connection);
    const source = `undo of import ${undone.id} (${undone.source})`;
    const origin = { kind: 'undo', source, sha256: null, who: actor.who, startedAt: clock() } as const;
    const run = await whenUnlocked(connection, () => beginRun(connection, { ...origin, undoes: undone.id }));
    const comparison = new UndoComparison(connection, scratch, undone);
    const change = new RegisterChange(connection, scratch, comparison, { run, beganAt }, options);
    const published = await change.run({
      begin: () => void requireLastImport(connection, undone.id),
      inTransaction(counts, nowMs) {
        markUndone(db, undone.id);
        unreturnMissing(db, undone.id);
        const before = { run: undone.id, source: undone.source, importedAt: formatAuckland(undone.startedAt) };
        recordChange(db, { actor, action: 'register.undo', subject: undone.source, before, after: counts }, nowMs);
        options.inTransaction?.(db, { run: run.id, undone, counts });
      },
    });
    await supersedeStates(connection, { exclusive }).catch(() => {});
    return { run: run.id, undone, ...published };
  } finally {
    scratch.close();
  }
}

/** @throws Refusal when there is no import to undo, or another than `expected` is the last */
export function requireLastImport(connection: Pick<Connection, 'db'>, expected: number | undefined): ListedRun {
  const last = required(getLastImport(connection), { code: 'no-import-to-undo' });
  if (expected !== undefined && last.id !== expected) throw new Refusal({ code: 'not-the-last-import' });
  return last;
}

/** Finds what undoing a run changes about the names that the run changed. */
class UndoComparison implements Comparison {
  readonly #scratch: RegisterScratch;
  readonly #states: RegisterStates;
  readonly #inSnapshot: ReturnType<typeof snapshots>;
  readonly #undone: ListedRun;

  constructor(connection: Connection, scratch: RegisterScratch, undone: ListedRun) {
    this.#scratch = scratch;
    this.#states = registerStates(connection);
    this.#inSnapshot = snapshots(connection);
    this.#undone = undone;
  }

  async compareAll(revision: number, onCompared: OnCompared): Promise<void> {
    if (!this.#wroteRows) return;
    let compared = 0;
    for (const page of this.#states.namesAt(this.#undone.revision)) {
      this.#inSnapshot(() => {
        for (const { name } of page) this.#scratch.setChange(name, this.#compare(name, revision));
      });
      compared += page.length;
      await onCompared(compared, 0);
    }
  }

  compareAgain(name: string, revision: number): Change | undefined {
    const isOfRun = this.#wroteRows && this.#states.hasStateAt(name, this.#undone.revision);
    const change = isOfRun ? this.#compare(name, revision) : undefined;
    this.#scratch.setChange(name, change);
    return change;
  }

  /** A run that had nothing to write has the revision of the one before. */
  get #wroteRows(): boolean {
    return this.#undone.revision !== this.#undone.baseRevision;
  }

  #compare(name: string, revision: number): Change | undefined {
    const current = this.#states.find(name, revision);
    return current && undoneChange(this.#states.find(name, this.#undone.baseRevision), current);
  }
}
