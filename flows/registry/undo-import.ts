import { type Actor, recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, desc, eq, inArray } from '#db/drizzle.ts';
import { snapshots } from '#db/read-transaction.ts';
import { unreturnMissing } from '#db/registry/missing-names.ts';
import { beginRun } from '#db/registry/run.ts';
import { registerRun } from '#db/registry/schema.ts';
import { RegisterScratch } from '#db/registry/scratch.ts';
import { currentRegister } from '#db/registry/states.ts';
import { supersede } from '#db/registry/superseded.ts';
import { Refusal } from '#lib/refusal.ts';
import type { Change } from '#lib/registry/import/comparison.ts';
import type { ChangeSummary } from '#lib/registry/import/summary.ts';
import { takeBack } from '#lib/registry/import/undone-state.ts';
import { formatAuckland } from '#lib/time/auckland.ts';
import { removeUnpublishedRows } from './abandoned-runs.ts';
import type { Comparison, OnCompared } from './feed-comparison.ts';
import { type ChangeOptions, RegisterChange } from './register-change.ts';

export type UndoableRun = typeof registerRun.$inferSelect;

export interface UndoReport extends ChangeSummary {
  readonly run: number;
  /** The import that was taken back. */
  readonly undone: UndoableRun;
  readonly revision: number;
}

export interface UndoOptions extends ChangeOptions {
  readonly actor: Actor;
  /** The id of the import that is meant; another one by then is refused. */
  readonly expected?: number;
  /** Becomes true at the same instant as the undo. */
  readonly inTransaction?: (db: Db, published: Pick<UndoReport, 'run' | 'undone' | 'counts'>) => void;
}

/** The import that an undo would take back: the last one that stands. */
export function getUndoableRun({ db }: Pick<Connection, 'db'>): UndoableRun | undefined {
  return db
    .select()
    .from(registerRun)
    .where(and(eq(registerRun.state, 'published'), inArray(registerRun.kind, ['merge', 'replace'])))
    .orderBy(desc(registerRun.id))
    .limit(1)
    .get();
}

/**
 * Takes the last import back: every name it changed gets the state it had before, all at one instant. Release jobs that
 * ran since stand: names they took stay released, and a cancellation that comes back without having been taken waits for
 * the next job (`takeBack`). Again, it takes back the import before.
 *
 * @throws Refusal when there is none; while an import is under way
 */
export async function undoLastImport(connection: Connection, options: UndoOptions): Promise<UndoReport> {
  const { clock, actor, exclusive, expected } = options;
  const beganAt = performance.now();
  const undone = requireUndoable(connection, expected);
  const scratch = new RegisterScratch();
  try {
    await removeUnpublishedRows(connection);
    const source = `undo of run ${undone.id} (${undone.source})`;
    const origin = { kind: 'undo', source, sha256: null, who: actor.who, startedAt: clock() } as const;
    const run = beginRun(connection, { ...origin, undoes: undone.id });
    const comparison = new UndoComparison(connection, scratch, undone);
    const change = new RegisterChange(connection, scratch, comparison, { run, beganAt }, options);
    const undoAll = async () => {
      requireUndoable(connection, undone.id);
      await change.compare();
      await change.stage();
      return change.publish((counts, nowMs) => {
        const { db } = connection;
        db.update(registerRun).set({ state: 'undone' }).where(eq(registerRun.id, undone.id)).run();
        unreturnMissing(db, undone.id);
        const before = { run: undone.id, source: undone.source, importedAt: formatAuckland(undone.startedAt) };
        recordChange(db, { actor, action: 'register.undo', subject: undone.source, before, after: counts }, nowMs);
        options.inTransaction?.(db, { run: run.id, undone, counts });
      });
    };
    const published = await undoAll().catch(async (fault: unknown) => {
      await change.undo(fault).catch(() => {});
      throw fault;
    });
    await supersede(connection, { exclusive }).catch(() => {});
    return { run: run.id, undone, ...published };
  } finally {
    scratch.close();
  }
}

function requireUndoable(connection: Connection, expected: number | undefined): UndoableRun {
  const run = getUndoableRun(connection);
  if (run === undefined) throw new Refusal('There is no import to take back.');
  if (expected !== undefined && run.id !== expected) {
    throw new Refusal('Another import has come in between: look at the list of imports again.');
  }
  return run;
}

/** Finds what becomes of the names that a run changed when it is taken back. */
class UndoComparison implements Comparison {
  readonly #scratch: RegisterScratch;
  readonly #standing: ReturnType<typeof currentRegister>;
  readonly #inSnapshot: ReturnType<typeof snapshots>;
  readonly #undone: UndoableRun;
  readonly #isOfRun: (name: string) => boolean;

  constructor(connection: Connection, scratch: RegisterScratch, undone: UndoableRun) {
    this.#scratch = scratch;
    this.#standing = currentRegister(connection);
    this.#inSnapshot = snapshots(connection);
    this.#undone = undone;
    const find = connection.sqlite
      .prepare<[string, number], number>('SELECT 1 FROM domain WHERE name = ? AND revision = ?')
      .pluck();
    this.#isOfRun = (name) => this.#wroteRows && find.get(name, undone.revision) !== undefined;
  }

  async compareAll(revision: number, onCompared: OnCompared): Promise<void> {
    if (!this.#wroteRows) return;
    let compared = 0;
    for (const page of this.#standing.namesAt(this.#undone.revision)) {
      this.#inSnapshot(() => {
        for (const name of page) this.#scratch.setChange(name, this.#compare(name, revision));
      });
      compared += page.length;
      await onCompared(compared, 0);
    }
  }

  compareAgain(name: string, revision: number): Change | undefined {
    const change = this.#isOfRun(name) ? this.#compare(name, revision) : undefined;
    this.#scratch.setChange(name, change);
    return change;
  }

  /** A run that had nothing to write shares the revision of the one before. */
  get #wroteRows(): boolean {
    return this.#undone.revision !== this.#undone.baseRevision;
  }

  #compare(name: string, revision: number): Change | undefined {
    const standing = this.#standing.find(name, revision);
    return standing && takeBack(this.#standing.find(name, this.#undone.baseRevision), standing);
  }
}
