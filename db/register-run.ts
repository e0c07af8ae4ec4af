import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Statement } from 'better-sqlite3';
import { and, eq } from 'drizzle-orm';
import { Refusal } from '#lib/refusal.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { formatAuckland } from '#lib/time/auckland.ts';
import type { Connection } from './client.ts';
import { readGeneration, setGeneration } from './generation.ts';
import { writePaced } from './paced-write.ts';
import { missingName, registerRun } from './schema.ts';

/** Staged rows stand this far above what is published, so that release jobs meanwhile (one up each) fit below them. */
const revisionGap = 1_000_000;
/** A run that gave no sign of life for this long is dead, in milliseconds of the machine's own clock. */
const deadAfterMs = 10_000;
const beatEveryMs = 1000;

export type RunKind = (typeof registerRun.$inferSelect)['kind'];
type StagingRun = Pick<
  typeof registerRun.$inferSelect,
  'id' | 'revision' | 'source' | 'startedAt' | 'holder' | 'heartbeatAt'
>;

/** An import that has the register for itself until it publishes, fails or dies. */
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

  constructor(connection: Connection, run: { id: number; revision: number; baseRevision: number; holder: string }) {
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
  publish(
    outcome: { counts: Record<string, number>; hasRows: boolean; now: EpochMs },
    inTransaction: () => void,
  ): number | undefined {
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
  fail(outcome: { counts: Record<string, number>; now: EpochMs }): void {
    this.#end('failed', this.revision, outcome);
  }

  #end(
    state: 'published' | 'failed',
    revision: number,
    outcome: { counts: Record<string, number>; now: EpochMs },
  ): void {
    this.#connection.db
      .update(registerRun)
      .set({ state, revision, baseRevision: this.baseRevision, counts: outcome.counts, endedAt: outcome.now })
      .where(this.#mine())
      .run();
  }

  #mine() {
    return and(eq(registerRun.id, this.id), eq(registerRun.holder, this.#holder), eq(registerRun.state, 'staging'));
  }
}

/**
 * Begins an import. What a dead one has left behind is removed first.
 *
 * @throws Refusal while another import is alive
 */
export async function beginRun(
  connection: Connection,
  given: { kind: RunKind; source: string; sha256: string; now: EpochMs },
): Promise<RegisterRun> {
  const { db, sqlite } = connection;
  const begin = sqlite.transaction(() => {
    const other = stagingRuns(connection)[0];
    if (other !== undefined) {
      const since = formatAuckland(other.startedAt);
      throw new Refusal(`Another import (${other.source}, since ${since}) is under way; wait until it has ended.`);
    }
    const baseRevision = readGeneration(db, 'register').value;
    const revision = baseRevision + revisionGap;
    const holder = newHolder();
    const { id } = db
      .insert(registerRun)
      .values({
        kind: given.kind,
        state: 'staging',
        revision,
        baseRevision,
        source: given.source,
        sha256: given.sha256,
        startedAt: given.now,
        holder,
        heartbeatAt: Date.now(),
      })
      .returning({ id: registerRun.id })
      .get();
    return new RegisterRun(connection, { id, revision, baseRevision, holder });
  });
  await removeUnpublishedRows(connection);
  return begin.immediate();
}

/**
 * Removes what imports that died (`kill -9`, a power cut) have staged and never published; a living import's rows stay.
 * Nothing a reader sees changes. Called when the server starts and before each import; two at once do no harm.
 *
 * @returns how many runs were cleaned up after
 */
export async function removeUnpublishedRows(connection: Connection): Promise<number> {
  const { db } = connection;
  let removed = 0;
  for (const run of stagingRuns(connection)) {
    if (!isDead(run)) continue;
    const holder = newHolder();
    const takenOver = db
      .update(registerRun)
      .set({ holder, heartbeatAt: Date.now() })
      .where(and(eq(registerRun.id, run.id), eq(registerRun.holder, run.holder), eq(registerRun.state, 'staging')))
      .run();
    if (takenOver.changes === 0) continue;
    const { value: published } = readGeneration(db, 'register');
    const own = new RegisterRun(connection, { ...run, baseRevision: published, holder });
    await removeStagedRows(connection, own);
    own.fail({ counts: {}, now: run.startedAt });
    removed++;
  }
  return removed;
}

/** Removes the rows that a run has staged, a few at a time. */
export async function removeStagedRows(connection: Connection, run: RegisterRun): Promise<void> {
  const { db, sqlite } = connection;
  const some = sqlite
    .prepare<[number, string], string>(
      'SELECT name FROM domain WHERE revision = ? AND name > ? ORDER BY name LIMIT 500',
    )
    .pluck();
  const remove = sqlite.prepare<[string, number]>('DELETE FROM domain WHERE name = ? AND revision = ?');
  function* staged(): Generator<string[]> {
    for (let names = some.all(run.revision, ''); names.length > 0; names = some.all(run.revision, names.at(-1) ?? '')) {
      yield names;
    }
  }
  await writePaced(
    connection,
    staged(),
    (names) => {
      run.requireHeld();
      for (const name of names) remove.run(name, run.revision);
    },
    { onProgress: () => run.beat() },
  );
  db.delete(missingName).where(eq(missingName.sinceRun, run.id)).run();
}

function stagingRuns({ db }: Connection): StagingRun[] {
  return db.select().from(registerRun).where(eq(registerRun.state, 'staging')).all();
}

/** Names this process and this very run of it; see `isDead`. */
function newHolder(): string {
  return `${hostname()} ${process.pid} ${randomUUID()}`;
}

function isDead({ holder, heartbeatAt }: StagingRun): boolean {
  // Either way: a clock that was set back must not keep a dead run alive.
  if (Math.abs(Date.now() - heartbeatAt) > deadAfterMs) return true;
  const [host, pid] = holder.split(' ');
  if (host !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
