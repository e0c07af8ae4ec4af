import type { Statement } from 'better-sqlite3';
import type { Connection, Db } from '#db/client.ts';
import { and, count, desc, eq, getTableColumns, inArray, max, ne, type SQL } from '#db/drizzle.ts';
import { readGeneration, setGeneration } from '#db/generation.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import { isDeadProcess, newProcessIdentity } from '#db/process-identity.ts';
import { commit, tryToTransact } from '#db/transaction.ts';
import { sharedNow } from '#lib/clock.ts';
import { Refusal, type RefusalRecord } from '#lib/refusal.ts';
import type { Difference } from '#lib/registry/import/difference.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { registerRun } from './schema.ts';
import type { NameChange } from './scratch.ts';

/** Staged rows are this far above the published revision, which leaves room for release jobs meanwhile (one each). */
const revisionGap = 1_000_000;
const beatEveryMs = 1000;
/** A run without a heartbeat for this long is dead, by the clock that processes share. */
const deadAfterMs = 10_000;

type RunRow = typeof registerRun.$inferSelect;

/** What is known of a run before it begins. */
export interface RunOrigin {
  readonly kind: RunRow['kind'];
  readonly source: string;
  readonly sha256: string | null;
  readonly who: string;
  /** The run that this one undoes. */
  readonly undoes?: number;
  readonly startedAt: EpochMs;
}

/** How a run ended. */
export interface RunOutcome {
  readonly counts: Readonly<Record<string, number>>;
  readonly difference?: Difference;
  readonly fault?: RefusalRecord;
  readonly now: EpochMs;
  /** How long it took; null when unknown. */
  readonly elapsedMs: number | null;
}

/** A change of the register, the only one in progress until it publishes, fails or dies. */
export class RegisterRun {
  readonly id: number;
  /** The revision of its rows. */
  readonly revision: number;
  /** The published revision that its rows were compared with. */
  baseRevision: number;
  readonly #connection: Connection;
  readonly #processIdentity: string;
  readonly #findOwn: Statement<[number, string]>;
  readonly #insertRow: Statement<[string, number, number | null, number | null, number | null]>;
  readonly #deleteRow: Statement<[string, number]>;
  #beatAt = performance.now();

  constructor(connection: Connection, run: Pick<RunRow, 'id' | 'revision' | 'baseRevision' | 'processIdentity'>) {
    this.#connection = connection;
    const { sqlite } = connection;
    this.#findOwn = sqlite.prepare("SELECT 1 FROM register_run WHERE id = ? AND holder = ? AND state = 'staging'");
    this.#insertRow = sqlite.prepare(
      'INSERT INTO domain (name, revision, registered, cancelled, free_at) VALUES (?, ?, ?, ?, ?)',
    );
    this.#deleteRow = sqlite.prepare('DELETE FROM domain WHERE name = ? AND revision = ?');
    this.id = run.id;
    this.revision = run.revision;
    this.baseRevision = run.baseRevision;
    this.#processIdentity = run.processIdentity;
  }

  /** Writes a heartbeat, at most once a second; if that is impossible now, the next call does. Not inside a transaction. */
  beat(): void {
    if (performance.now() - this.#beatAt < beatEveryMs) return;
    const mine = this.#own();
    const write = (db: Db) => void db.update(registerRun).set({ heartbeatAt: sharedNow() }).where(mine).run();
    if (tryToTransact(this.#connection, write)) this.#beatAt = performance.now();
  }

  /**
   * Call it in every transaction that writes for the run: a process that hung must not write rows that the next run
   * would publish.
   *
   * @throws Refusal when another process has assumed the run dead and taken it over
   */
  requireOwn(): void {
    if (this.#findOwn.get(this.id, this.#processIdentity) === undefined) throw new Refusal({ code: 'run-taken-over' });
  }

  /** Writes a row, invisible until the run is published. */
  putRow({ name, registered, cancelled, freeAt }: NameChange): void {
    this.#insertRow.run(name, this.revision, registered, cancelled, freeAt);
  }

  deleteRow(name: string): void {
    this.#deleteRow.run(name, this.revision);
  }

  /**
   * Publishes the run's rows, if the published revision is still the one they were compared with.
   *
   * @param inTransaction what else becomes true at the same instant
   * @returns the revision published then, or undefined when it had moved on and nothing was done
   */
  publish(outcome: RunOutcome & { readonly hasRows: boolean }, inTransaction: () => void): number | undefined {
    const { db } = this.#connection;
    const revision = outcome.hasRows ? this.revision : this.baseRevision;
    const publishNow = () => {
      this.requireOwn();
      if (readGeneration(db, 'register').value !== this.baseRevision) return undefined;
      inTransaction();
      // the first import publishes the register, even one without names
      if (outcome.hasRows || revision === 0) setGeneration(db, 'register', revision, outcome.now);
      this.#end('published', revision, outcome);
      return revision;
    };
    return commit(this.#connection, publishNow, 'power cut');
  }

  /** Ends the run without publishing. Its rows must have been removed. */
  fail(outcome: RunOutcome): void {
    this.#end('failed', this.revision, outcome);
  }

  #end(state: 'published' | 'failed', revision: number, { now, ...outcome }: RunOutcome): void {
    this.#connection.db
      .update(registerRun)
      .set({ ...outcome, state, revision, baseRevision: this.baseRevision, endedAt: now })
      .where(this.#own())
      .run();
  }

  #own() {
    return ownRun({ id: this.id, processIdentity: this.#processIdentity });
  }
}

/**
 * Begins a run. Rows left by dead runs must have been removed (`removeAbandonedRuns`).
 *
 * @throws Refusal (`register-busy`) while another is in progress
 */
export function beginRun(connection: Connection, origin: RunOrigin): RegisterRun {
  const { db, sqlite } = connection;
  const begin = sqlite.transaction(() => {
    const other = stagingRuns(connection)[0];
    if (other !== undefined) {
      throw new Refusal({ code: 'register-busy', file: other.source, startedAt: other.startedAt });
    }
    const baseRevision = readGeneration(db, 'register').value;
    const revision = baseRevision + revisionGap;
    const place = { revision, baseRevision, processIdentity: newProcessIdentity() };
    const { id } = db
      .insert(registerRun)
      .values({ ...origin, ...place, state: 'staging', heartbeatAt: sharedNow() })
      .returning({ id: registerRun.id })
      .get();
    return new RegisterRun(connection, { id, ...place });
  });
  return begin.immediate();
}

/** Records a run that failed before it could begin, such as one whose file could not be read. */
export function recordFailedRun({ db }: Connection, origin: RunOrigin, outcome: RunOutcome): void {
  const { value: revision } = readGeneration(db, 'register');
  const { now: endedAt, ...end } = outcome;
  const place = { revision, baseRevision: revision, processIdentity: newProcessIdentity(), heartbeatAt: sharedNow() };
  db.insert(registerRun)
    .values({ ...origin, ...place, ...end, state: 'failed', endedAt })
    .run();
}

/** The runs whose processes died before they ended. */
export function deadRuns(connection: Connection): RunRow[] {
  return stagingRuns(connection).filter((run) => isDeadProcess(run.processIdentity, run.heartbeatAt, deadAfterMs));
}

/** Takes over a dead run, to remove its rows and end it; undefined when another process was quicker. */
export function takeOverRun(connection: Connection, dead: RunRow): RegisterRun | undefined {
  const { db } = connection;
  const own = { processIdentity: newProcessIdentity(), heartbeatAt: sharedNow() };
  if (db.update(registerRun).set(own).where(ownRun(dead)).run().changes === 0) return undefined;
  return new RegisterRun(connection, { ...dead, ...own, baseRevision: readGeneration(db, 'register').value });
}

function stagingRuns({ db }: Connection): RunRow[] {
  return db.select().from(registerRun).where(eq(registerRun.state, 'staging')).all();
}

function ownRun({ id, processIdentity }: Pick<RunRow, 'id' | 'processIdentity'>) {
  return and(
    eq(registerRun.id, id),
    eq(registerRun.processIdentity, processIdentity),
    eq(registerRun.state, 'staging'),
  );
}

type Reader = Pick<Connection, 'db'>;

const { difference, fault, processIdentity, heartbeatAt, ...columns } = getTableColumns(registerRun);

/** A run without the names it changed. */
export type ListedRun = Pick<typeof registerRun.$inferSelect, keyof typeof columns>;

export const runSorts = ['when', 'took'] as const;

export interface RunQuery extends PageRequest<(typeof runSorts)[number]> {
  /** Part of a file's name or of a person's; empty for all. */
  readonly search: string;
  readonly kind: ListedRun['kind'] | undefined;
  readonly state: ListedRun['state'] | undefined;
}

/** A page of the imports of register files and the undos. */
export function pageOfRuns({ db }: Reader, wanted: RunQuery): Page<ListedRun> {
  const { source, who, kind, state, startedAt, elapsedMs } = registerRun;
  return pageOf(db, wanted, {
    table: registerRun,
    matches: and(
      anyContains(wanted.search, source, who),
      wanted.kind === undefined ? undefined : eq(kind, wanted.kind),
      wanted.state === undefined ? undefined : eq(state, wanted.state),
    ),
    sorts: { when: startedAt, took: elapsedMs },
    select: (isOnPage) => db.select(columns).from(registerRun).where(isOnPage),
  });
}

/** A run with what it changed, or why it failed. */
export function getRun({ db }: Reader, id: number) {
  return db.select().from(registerRun).where(eq(registerRun.id, id)).get();
}

/** The last import that has not been undone: what an undo would undo. Undefined without one. */
export function getLastImport(reader: Reader): ListedRun | undefined {
  return lastRunWhere(reader, and(eq(registerRun.state, 'published'), inArray(registerRun.kind, ['merge', 'replace'])));
}

/**
 * The last published run, if it imported exactly these bytes and they listed some change. The same file sent again does
 * not confirm that a name is absent, nor make the register more recent.
 */
export function getLastImportOf(reader: Reader, sha256: string, kind: 'merge' | 'replace'): ListedRun | undefined {
  const last = lastRunWhere(reader, eq(registerRun.state, 'published'));
  if (last === undefined || last.kind !== kind || last.sha256 !== sha256) return undefined;
  const { missing = 0, removed = 0, left = 0, ...listed } = last.counts;
  return Object.values(listed).some((names) => names > 0) ? last : undefined;
}

/** The run that ended last, with why it failed if it did. */
export function getLastEndedRun({ db }: Reader) {
  return db
    .select({ ...columns, fault })
    .from(registerRun)
    .where(ne(registerRun.state, 'staging'))
    .orderBy(desc(registerRun.endedAt), desc(registerRun.id))
    .limit(1)
    .get();
}

/** Whether the last run that has ended is one that failed. */
export function hasLastRunFailed(reader: Reader): boolean {
  const last = reader.db
    .select({ state: registerRun.state })
    .from(registerRun)
    .where(ne(registerRun.state, 'staging'))
    .orderBy(desc(registerRun.id))
    .limit(1)
    .get();
  return last?.state === 'failed';
}

/** The number of the last run that changed the register, even if it has been undone; 0 before the first. */
export function lastRunId({ db }: Reader): number {
  const published = inArray(registerRun.state, ['published', 'undone']);
  return (
    db
      .select({ id: max(registerRun.id) })
      .from(registerRun)
      .where(published)
      .get()?.id ?? 0
  );
}

/** Records that an import has been undone. */
export function markUndone(db: Db, id: number): void {
  db.update(registerRun).set({ state: 'undone' }).where(eq(registerRun.id, id)).run();
}

function lastRunWhere({ db }: Reader, condition: SQL | undefined): ListedRun | undefined {
  return db.select(columns).from(registerRun).where(condition).orderBy(desc(registerRun.id)).limit(1).get();
}

export const runStates: readonly ListedRun['state'][] = registerRun.state.enumValues;

/** How many imports and undos are in each state; those without any are left out. Read from an index alone. */
export function countRuns({ db }: Reader): { state: ListedRun['state']; runs: number }[] {
  return db.select({ state: registerRun.state, runs: count() }).from(registerRun).groupBy(registerRun.state).all();
}
