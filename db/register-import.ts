import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Clock } from '#lib/clock.ts';
import { FaultList, listedFaults, Refusal } from '#lib/refusal.ts';
import { type ChangeKind, compareAbsent, compareListed } from '#lib/registry/import/comparison.ts';
import { csvRecords } from '#lib/registry/import/csv-records.ts';
import { feedColumns, parseFeedRow } from '#lib/registry/import/feed-row.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { Connection } from './client.ts';
import { readGeneration } from './generation.ts';
import { writePaced } from './paced-write.ts';
import { forgetMissing, missingNames, missingWriter, removeFormerMissing } from './register-missing.ts';
import { beginRun, type RegisterRun, type RunKind, removeStagedRows } from './register-run.ts';
import { type NameChange, RegisterScratch } from './register-scratch.ts';
import { snapshots } from './register-snapshot.ts';
import { type Standing, standingRegister } from './register-standing.ts';
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
  readonly onProgress?: (stage: 'reading' | 'comparing' | 'writing', done: number, total: number) => void;
}

export type ImportCounts = Record<ChangeKind | 'unchanged', number>;

export interface ImportReport {
  readonly run: number;
  /** The published revision after the import; the one before when nothing had to be written. */
  readonly revision: number;
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
  const scratch = new RegisterScratch();
  try {
    const sha256 = await readFeed(scratch, bytes, options);
    const now = options.clock();
    const { kind, source } = options;
    const run = await beginRun(connection, { kind, source, sha256, now });
    const work = new Import(connection, scratch, run, options, now);
    const published = await work.carryOut().catch(async (fault: unknown) => {
      // What cannot be undone now (a full disk) is removed by the next run; the first fault is the one to tell.
      await work.undo().catch(() => {});
      throw fault;
    });
    await work.tidyUp();
    return { run: run.id, sha256, ...published };
  } finally {
    scratch.close();
  }
}

/** Reads the whole file into `scratch`. @returns the SHA-256 of its bytes as they came, in hexadecimal */
async function readFeed(
  scratch: RegisterScratch,
  bytes: AsyncIterable<Uint8Array>,
  { source, clock, onProgress }: ImportOptions,
): Promise<string> {
  const hash = createHash('sha256');
  const hashed = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      hash.update(chunk);
      yield chunk;
    }
  };
  const faults = new FaultList();
  let read = 0;
  for await (const { line, values } of csvRecords(hashed(), { required: feedColumns }, faults)) {
    const where = `line ${line}`;
    const row = parseFeedRow(values, clock(), (message) => faults.add(where, message));
    const firstLine = row === undefined ? undefined : scratch.addRow(row, line);
    if (firstLine !== undefined) faults.add(where, `domain "${row?.name}" stands on line ${firstLine} already`);
    if (++read % 1000 === 0) onProgress?.('reading', read, 0);
  }
  faults.refuseIfAny(`${source} was not imported and nothing was changed. What is wrong in it:`);
  return hash.digest('hex');
}

/** One import from the comparison to its end. */
class Import {
  readonly #connection: Connection;
  readonly #scratch: RegisterScratch;
  readonly #run: RegisterRun;
  readonly #options: ImportOptions;
  readonly #now: EpochMs;
  readonly #standing: Standing;
  readonly #missingBefore: Set<string>;
  readonly #inSnapshot: <T>(work: () => T) => T;

  constructor(
    connection: Connection,
    scratch: RegisterScratch,
    run: RegisterRun,
    options: ImportOptions,
    now: EpochMs,
  ) {
    this.#connection = connection;
    this.#scratch = scratch;
    this.#run = run;
    this.#options = options;
    this.#now = now;
    this.#standing = standingRegister(connection);
    this.#missingBefore = missingNames(connection);
    this.#inSnapshot = snapshots(connection);
  }

  async carryOut(): Promise<{ revision: number; counts: ImportCounts }> {
    await this.#compareListedNames();
    if (this.#options.kind === 'replace') await this.#compareAbsentNames();
    this.#refuseTooManyMissing();
    await this.#stage();
    const revision = await this.#publish();
    return { revision, counts: this.#counts() };
  }

  /** After publishing: drops what nobody needs any more. */
  async tidyUp(): Promise<void> {
    await supersede(this.#connection);
    if (this.#options.kind === 'replace') removeFormerMissing(this.#connection);
  }

  /** Removes what was staged and records that the import failed. */
  async undo(): Promise<void> {
    await removeStagedRows(this.#connection, this.#run);
    this.#run.fail({ counts: this.#counts(), now: this.#options.clock() });
  }

  async #compareListedNames(): Promise<void> {
    const total = this.#scratch.countRows();
    let compared = 0;
    for (const page of this.#scratch.rowPages()) {
      this.#inSnapshot(() => {
        for (const row of page) {
          const standing = this.#standing.find(row.name, this.#run.baseRevision);
          const change = compareListed(standing, row, this.#now);
          if (change !== undefined) this.#scratch.setChange(row.name, change);
        }
      });
      compared += page.length;
      await this.#breathe(compared, total);
    }
  }

  async #compareAbsentNames(): Promise<void> {
    let compared = 0;
    for (const page of this.#standing.pages(this.#run.baseRevision)) {
      for (const { name, ...standing } of page) {
        if (this.#scratch.hasRow(name)) continue;
        const change = compareAbsent(standing, this.#missingBefore.has(name), this.#now);
        if (change !== undefined) this.#scratch.setChange(name, change);
      }
      compared += page.length;
      await this.#breathe(compared, 0);
    }
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
    throw new Refusal(
      `${source} lacks ${absent} names that stand in the register, more than the ${maxMissing} that MAX_MISSING allows: ` +
        'it may be cut short. Nothing was changed. If the file is whole, import it with --force.',
      faults.first,
      absent,
    );
  }

  async #stage(): Promise<void> {
    const total = this.#scratch.countStates();
    const insert = this.#rowWriter();
    let written = 0;
    await writePaced(
      this.#connection,
      slices(this.#scratch.statePages()),
      (changes) => {
        this.#run.requireHeld();
        for (const change of changes) insert(change);
        written += changes.length;
      },
      { onProgress: () => this.#showProgress('writing', written, total) },
    );
    const writeMissing = missingWriter(this.#connection, this.#run.id);
    await writePaced(this.#connection, slices(this.#scratch.kindPages('missing')), (names) => {
      this.#run.requireHeld();
      for (const { name } of names) writeMissing(name);
    });
  }

  /** Publishes; when a release job was quicker, compares the names it changed again and tries anew. */
  async #publish(): Promise<number> {
    for (;;) {
      const counts = this.#counts();
      const hasRows = this.#scratch.countStates() > 0;
      // A merge that lists a missing name knows it; a snapshot's own set of missing names takes the place of the last.
      const returned =
        this.#options.kind === 'merge' ? [...this.#missingBefore].filter((name) => this.#scratch.hasRow(name)) : [];
      const revision = this.#run.publish({ counts, hasRows, now: this.#options.clock() }, () =>
        forgetMissing(this.#connection, returned),
      );
      if (revision !== undefined) return revision;
      await this.#compareAgain();
    }
  }

  async #compareAgain(): Promise<void> {
    const { value: published } = readGeneration(this.#connection.db, 'register');
    const names = this.#standing.changedBetween(this.#run.baseRevision, published);
    const insert = this.#rowWriter();
    const remove = this.#connection.sqlite.prepare<[string, number]>(
      'DELETE FROM domain WHERE name = ? AND revision = ?',
    );
    await writePaced(this.#connection, slices([names]), (slice) => {
      this.#run.requireHeld();
      for (const name of slice) {
        const change = this.#compare(name, published);
        this.#scratch.setChange(name, change);
        remove.run(name, this.#run.revision);
        if (change?.state !== undefined) insert({ name, ...change.state });
      }
    });
    this.#run.baseRevision = published;
  }

  #compare(name: string, revision: number) {
    const standing = this.#standing.find(name, revision);
    const row = this.#scratch.getRow(name);
    if (row !== undefined) return compareListed(standing, row, this.#now);
    if (this.#options.kind === 'merge' || standing === undefined) return undefined;
    return compareAbsent(standing, this.#missingBefore.has(name), this.#now);
  }

  #rowWriter(): (change: NameChange) => void {
    const statement = this.#connection.sqlite.prepare<[string, number, number | null, number | null, number | null]>(
      'INSERT INTO domain (name, revision, registered, cancelled, free_at) VALUES (?, ?, ?, ?, ?)',
    );
    return ({ name, registered, cancelled, freeAt }) => {
      statement.run(name, this.#run.revision, registered, cancelled, freeAt);
    };
  }

  #counts(): ImportCounts {
    const changes = this.#scratch.countChanges();
    const { missing, removed, left, ...listed } = changes;
    const differing = Object.values(listed).reduce((sum, count) => sum + count, 0);
    return { ...changes, unchanged: this.#scratch.countRows() - differing };
  }

  async #breathe(done: number, total: number): Promise<void> {
    this.#showProgress('comparing', done, total);
    await breathe();
  }

  #showProgress(stage: 'comparing' | 'writing', done: number, total: number): void {
    this.#run.beat();
    this.#options.onProgress?.(stage, done, total);
  }
}

function* slices<T>(pages: Iterable<T[]>): Generator<T[]> {
  for (const page of pages) {
    for (let start = 0; start < page.length; start += sliceRows) yield page.slice(start, start + sliceRows);
  }
}
