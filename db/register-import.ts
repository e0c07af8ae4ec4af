import { setImmediate as breathe } from 'node:timers/promises';
import type { Clock } from '#lib/clock.ts';
import { FaultList, listedFaults, Refusal } from '#lib/refusal.ts';
import type { ChangeKind } from '#lib/registry/import/comparison.ts';
import { type Actor, recordChange } from './audit.ts';
import type { Connection } from './client.ts';
import { readGeneration } from './generation.ts';
import { writePaced } from './paced-write.ts';
import { RegisterComparison } from './register-comparison.ts';
import { readFeed } from './register-feed.ts';
import { forgetMissing, missingWriter, removeFormerMissing } from './register-missing.ts';
import { beginRun, type RegisterRun, type RunKind, removeStagedRows } from './register-run.ts';
import { type NameChange, RegisterScratch } from './register-scratch.ts';
import { supersede } from './register-superseded.ts';

export interface ImportOptions {
  /** `merge`: the file's names join what stands; `replace`: the file is the whole register. */
  readonly kind: RunKind;
  /** What the file is called, for messages and the record. */
  readonly source: string;
  /** How many standing names a snapshot may lack (`MAX_MISSING`). */
  readonly maxMissing: number;
  /** Takes a snapshot that lacks more. Even then absence alone frees no name. */
  readonly force?: boolean;
  readonly clock: Clock;
  /** Who imports it, for the audit log; without one it is not recorded. */
  readonly actor?: Actor;
  /** True when nobody else can be using the database: nothing is paced. */
  readonly exclusive?: boolean;
  /** `total` is 0 while it is not known. */
  readonly onProgress?: (stage: 'reading' | 'comparing' | 'writing', done: number, total: number) => void;
}

export type ImportCounts = Record<ChangeKind | 'unchanged', number>;

export interface ImportReport {
  readonly run: number;
  /** The published revision after the import; the one before when nothing had to be written. */
  readonly revision: number;
  /** Of the file's bytes as they came, in hexadecimal. */
  readonly sha256: string;
  readonly counts: ImportCounts;
}

/** Rows written between two looks at the clock; some 0.1 ms. */
const sliceRows = 32;

/**
 * Imports a register file (CSV, plain or gzip). The whole file is read and compared before anything is written; only
 * names that differ get a row, invisible until one small transaction publishes them all. Release jobs may run meanwhile:
 * names they change are compared again.
 *
 * @throws Refusal naming the first 20 places when the file has faults; when a snapshot lacks too many names; while
 *   another import is under way. The published register is then what it was.
 */
export async function importRegister(
  connection: Connection,
  bytes: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { kind, source, clock, onProgress } = options;
  const scratch = new RegisterScratch();
  try {
    const onRead = (rows: number) => onProgress?.('reading', rows, 0);
    const sha256 = await readFeed(scratch, bytes, { source, clock, onRead });
    const now = clock();
    const run = await beginRun(connection, { kind, source, sha256, now });
    const comparison = new RegisterComparison(connection, scratch, kind, now);
    const work = new Import(connection, scratch, run, comparison, options);
    const published = await work.carryOut().catch(async (fault: unknown) => {
      // What cannot be undone now (a full disk) is removed by the next run; the first fault is the one to tell.
      await work.undo().catch(() => {});
      throw fault;
    });
    // The import stands: what is left over now is dropped the next time, and must not look like a failure.
    await work.tidyUp().catch(() => {});
    return { run: run.id, sha256, ...published };
  } finally {
    scratch.close();
  }
}

/** One import from the comparison to its end. */
class Import {
  readonly #connection: Connection;
  readonly #scratch: RegisterScratch;
  readonly #run: RegisterRun;
  readonly #comparison: RegisterComparison;
  readonly #options: ImportOptions;

  constructor(
    connection: Connection,
    scratch: RegisterScratch,
    run: RegisterRun,
    comparison: RegisterComparison,
    options: ImportOptions,
  ) {
    this.#connection = connection;
    this.#scratch = scratch;
    this.#run = run;
    this.#comparison = comparison;
    this.#options = options;
  }

  async carryOut(): Promise<{ revision: number; counts: ImportCounts }> {
    await this.#comparison.compareAll(this.#run.baseRevision, async (done, total) => {
      this.#showProgress('comparing', done, total);
      await breathe();
    });
    this.#refuseTooManyMissing();
    await this.#stage();
    const revision = await this.#publish();
    return { revision, counts: this.#counts() };
  }

  /** Removes what was staged and records that the import failed. */
  async undo(): Promise<void> {
    await removeStagedRows(this.#connection, this.#run);
    this.#run.fail({ counts: this.#counts(), now: this.#options.clock() });
  }

  /** After publishing: drops what nobody needs any more. */
  async tidyUp(): Promise<void> {
    await supersede(this.#connection, this.#options);
    if (this.#options.kind === 'replace') removeFormerMissing(this.#connection);
  }

  #refuseTooManyMissing(): void {
    const { missing, removed } = this.#scratch.countChanges();
    const absent = missing + removed;
    const { maxMissing, force, source } = this.#options;
    if (absent <= maxMissing || force === true) return;
    const faults = new FaultList();
    for (const kind of ['missing', 'removed'] as const) {
      const page = this.#scratch.kindPages(kind).next().value ?? [];
      for (const { name } of page.slice(0, listedFaults)) faults.add(name, 'stands in the register');
    }
    const names = absent === 1 ? '1 name that stands' : `${absent} names that stand`;
    throw new Refusal(
      `${source} lacks ${names} in the register; MAX_MISSING allows ${maxMissing}. It may be cut short. ` +
        'Nothing was changed; if the file is whole, import it with --force.',
      faults.first,
      absent,
    );
  }

  async #stage(): Promise<void> {
    const total = this.#scratch.countStates();
    const insert = this.#rowWriter();
    let written = 0;
    await this.#write(
      this.#scratch.statePages(),
      (change) => {
        insert(change);
        written++;
      },
      () => this.#showProgress('writing', written, total),
    );
    const setMissing = missingWriter(this.#connection, this.#run.id);
    await this.#write(this.#scratch.kindPages('missing'), ({ name }) => setMissing(name, true));
  }

  /** Publishes; when a release job was quicker, compares the names it changed again and tries anew. */
  async #publish(): Promise<number> {
    for (;;) {
      const counts = this.#counts();
      const hasRows = this.#scratch.countStates() > 0;
      // A merge that lists a missing name knows it; a snapshot's own set of missing names takes the place of the last.
      const returned =
        this.#options.kind === 'merge'
          ? [...this.#comparison.missingBefore].filter((name) => this.#scratch.hasRow(name))
          : [];
      const now = this.#options.clock();
      const revision = this.#run.publish({ counts, hasRows, now }, () => {
        forgetMissing(this.#connection.db, returned);
        this.#record(counts, now);
      });
      if (revision !== undefined) return revision;
      await this.#compareAgain();
    }
  }

  #record(counts: ImportCounts, now: number): void {
    const { actor, kind, source } = this.#options;
    if (actor === undefined) return;
    const after = { kind, ...counts };
    recordChange(this.#connection.db, { actor, action: 'register.import', subject: source, before: null, after }, now);
  }

  async #compareAgain(): Promise<void> {
    const { value: published } = readGeneration(this.#connection.db, 'register');
    const names = this.#comparison.namesChangedBetween(this.#run.baseRevision, published);
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

  #counts(): ImportCounts {
    const changes = this.#scratch.countChanges();
    const { missing, removed, left, ...listed } = changes;
    const differing = Object.values(listed).reduce((sum, count) => sum + count, 0);
    return { ...changes, unchanged: this.#scratch.countRows() - differing };
  }

  #showProgress(stage: 'comparing' | 'writing', done: number, total: number): void {
    this.#run.beat();
    this.#options.onProgress?.(stage, done, total);
  }
}

function* slices<T>(pages: Iterable<readonly T[]>): Generator<readonly T[]> {
  for (const page of pages) {
    for (let start = 0; start < page.length; start += sliceRows) yield page.slice(start, start + sliceRows);
  }
}
