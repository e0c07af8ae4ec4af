import type { Statement } from 'better-sqlite3';
import type { Connection } from '#db/client.ts';
import { and, eq, inArray, max } from '#db/drizzle.ts';
import { readGeneration, setGeneration } from '#db/generation.ts';
import { newProcessIdentity } from '#db/process-identity.ts';
import { registerRun } from '#db/registry/schema.ts';
import { Refusal, type RefusalRecord } from '#lib/refusal.ts';
import type { Difference } from '#lib/registry/import/difference.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { formatAuckland } from '#lib/time/auckland.ts';

/** Staged rows stand this far above what is published, so that release jobs meanwhile (one up each) fit below them. */
const revisionGap = 1_000_000;
const beatEveryMs = 1000;

type RunRow = typeof registerRun.$inferSelect;
export type RunKind = RunRow['kind'];

/** What is known of a run before it begins. */
export interface RunOrigin {
  readonly kind: RunKind;
  readonly source: string;
  readonly sha256: string | null;
  readonly who: string;
  /** The run that this one takes back. */
  readonly undoes?: number;
  readonly startedAt: EpochMs;
}

/** How a run ended. */
export interface RunOutcome {
  readonly counts: Readonly<Record<string, number>>;
  readonly difference?: Difference;
  readonly fault?: RefusalRecord;
  readonly now: EpochMs;
  /** How long it took; null when nobody knows. */
  readonly elapsedMs: number | null;
}

/** Another run has the register for itself: wait, and try again. */
export class RegisterBusy extends Refusal {
  override name = 'RegisterBusy';
}

/** A change of the register that has it for itself until it publishes, fails or dies. */
export class RegisterRun {
  readonly id: number;
  /** The revision its rows get. */
  readonly revision: number;
  /** The published revision that its rows were compared with. */
  baseRevision: number;
  readonly #connection: Connection;
  readonly #holder: string;
  readonly #findMine: Statement<[number, string]>;
  #beatAt = performance.now();

  constructor(connection: Connection, run: Pick<RunRow, 'id' | 'revision' | 'baseRevision' | 'holder'>) {
    this.#connection = connection;
    this.#findMine = connection.sqlite.prepare(
      "SELECT 1 FROM register_run WHERE id = ? AND holder = ? AND state = 'staging'",
    );
    this.id = run.id;
    this.revision = run.revision;
    this.baseRevision = run.baseRevision;
    this.#holder = run.holder;
  }

  /** Gives a sign of life, at most once a second. Not to be called inside a transaction. */
  beat(): void {
    if (performance.now() - this.#beatAt < beatEveryMs) return;
    this.#beatAt = performance.now();
    this.#connection.db.update(registerRun).set({ heartbeatAt: Date.now() }).where(this.#mine()).run();
  }

  /**
   * Call it in every transaction that writes for the run: a run that slept through its death must not write rows that
   * the one after it would publish.
   *
   * @throws Refusal when another process has taken the run for dead
   */
  requireHeld(): void {
    const held = this.#findMine.get(this.id, this.#holder);
    if (held === undefined) {
      throw new Refusal(
        'This import stood still so long that it was taken for dead; nothing was changed. Run it again.',
      );
    }
  }

  /**
   * Makes the run's rows what readers see, if the published revision is still the one they were compared with.
   *
   * @param inTransaction what else becomes true at the same instant
   * @returns the published revision that stands then, or undefined when it had moved and nothing was done
   */
  publish(outcome: RunOutcome & { readonly hasRows: boolean }, inTransaction: () => void): number | undefined {
    const { db, sqlite } = this.#connection;
    const revision = outcome.hasRows ? this.revision : this.baseRevision;
    const work = sqlite.transaction(() => {
      this.requireHeld();
      if (readGeneration(db, 'register').value !== this.baseRevision) return undefined;
      inTransaction();
      if (outcome.hasRows) setGeneration(db, 'register', revision, outcome.now);
      this.#end('published', revision, outcome);
      return revision;
    });
    return work.immediate();
  }

  /** Ends the run without publishing; its rows must be gone. */
  fail(outcome: RunOutcome): void {
    this.#end('failed', this.revision, outcome);
  }

  #end(state: 'published' | 'failed', revision: number, { now, ...outcome }: RunOutcome): void {
    const { counts, difference, fault, elapsedMs } = outcome;
    this.#connection.db
      .update(registerRun)
      .set({ state, revision, baseRevision: this.baseRevision, counts, difference, fault, elapsedMs, endedAt: now })
      .where(this.#mine())
      .run();
  }

  #mine() {
    return and(eq(registerRun.id, this.id), eq(registerRun.holder, this.#holder), eq(registerRun.state, 'staging'));
  }
}

/**
 * Begins a run. What dead ones have left behind must be gone (`removeUnpublishedRows`).
 *
 * @throws RegisterBusy while another is under way
 */
export function beginRun(connection: Connection, origin: RunOrigin): RegisterRun {
  const { db, sqlite } = connection;
  const begin = sqlite.transaction(() => {
    const other = stagingRuns(connection)[0];
    if (other !== undefined) {
      const since = formatAuckland(other.startedAt);
      throw new RegisterBusy(`Another import (${other.source}, since ${since}) is under way; wait until it has ended.`);
    }
    const baseRevision = readGeneration(db, 'register').value;
    const revision = baseRevision + revisionGap;
    const place = { revision, baseRevision, holder: newProcessIdentity() };
    const { id } = db
      .insert(registerRun)
      .values({ ...origin, ...place, state: 'staging', heartbeatAt: Date.now() })
      .returning({ id: registerRun.id })
      .get();
    return new RegisterRun(connection, { id, ...place });
  });
  return begin.immediate();
}

/** Records a run that failed before it could begin: its file could not be read. */
export function recordFailedRun(
  { db }: Connection,
  origin: RunOrigin,
  fault: RefusalRecord,
  outcome: RunOutcome,
): void {
  const { value: revision } = readGeneration(db, 'register');
  const { counts, now: endedAt, elapsedMs } = outcome;
  const place = { revision, baseRevision: revision, holder: newProcessIdentity(), heartbeatAt: Date.now() };
  db.insert(registerRun)
    .values({ ...origin, ...place, state: 'failed', counts, fault, endedAt, elapsedMs })
    .run();
}

/** The number of the last run that changed the register, be it undone by now; 0 while there is none. */
export function lastRunId({ db }: Connection): number {
  const ended = inArray(registerRun.state, ['published', 'undone']);
  return (
    db
      .select({ id: max(registerRun.id) })
      .from(registerRun)
      .where(ended)
      .get()?.id ?? 0
  );
}

/** The runs that are under way, or died while they were. */
export function stagingRuns({ db }: Connection): RunRow[] {
  return db.select().from(registerRun).where(eq(registerRun.state, 'staging')).all();
}
