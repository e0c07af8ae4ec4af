import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { writePaced } from '#db/paced-write.ts';
import { missingWriter } from '#db/registry/missing-names.ts';
import { currentWitness, registerWitness } from '#db/registry/register-witness.ts';
import type { RegisterRun } from '#db/registry/runs.ts';
import type { RegisterScratch } from '#db/registry/scratch.ts';
import { registerStates } from '#db/registry/states.ts';
import {
  putWitnessPart,
  putWitnessRecord,
  removeStagedParts,
  type WitnessBytes,
  witnessBytes,
} from '#db/registry/witness-log.ts';
import { isLockRefusal } from '#db/storage-fault.ts';
import { transact, whenUnlocked } from '#db/transaction.ts';
import type { Clock } from '#lib/clock.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { Refusal, type RefusalRecord } from '#lib/refusal.ts';
import { type ChangeKind, changeKinds, type NameState } from '#lib/registry/import/comparison.ts';
import {
  type ChangeCounts,
  type ChangedName,
  type ChangeSummary,
  type Difference,
  shownOfEachKind,
} from '#lib/registry/import/difference.ts';
import { type Entries, EntryCollector, sealOfState } from '#lib/registry/witness/entries.ts';
import { removeStagedRows, slices } from './abandoned-runs.ts';
import type { Comparison } from './feed-comparison.ts';

export interface ChangeOptions {
  readonly clock: Clock;
  /** True when no other process can be using the database: writes are not paced. */
  readonly exclusive?: boolean;
  readonly onProgress?: ShowProgress;
}

/** What an import or an undo does between the steps of its change. */
export interface ChangeSteps {
  /** Before the comparison. @throws Refusal to end the run */
  readonly begin: () => void;
  /** Between the comparison and the first write. @throws Refusal to end the run */
  readonly check?: () => void;
  /** In the transaction that publishes the change. */
  readonly inTransaction: (counts: ChangeCounts, nowMs: number) => void;
}

export type PublishedChange = ChangeSummary & { readonly revision: number };

/** A change of the register, from the comparison to the transaction that publishes all of it. */
export class RegisterChange {
  readonly #connection: Connection;
  readonly #scratch: RegisterScratch;
  readonly #run: RegisterRun;
  readonly #comparison: Comparison;
  readonly #options: ChangeOptions;
  readonly #beganAt: number;

  /** @param run `beganAt`: when reading the file began, by `performance.now()` */
  constructor(
    connection: Connection,
    scratch: RegisterScratch,
    comparison: Comparison,
    { run, beganAt }: { readonly run: RegisterRun; readonly beganAt: number },
    options: ChangeOptions,
  ) {
    this.#connection = connection;
    this.#scratch = scratch;
    this.#run = run;
    this.#beganAt = beganAt;
    this.#comparison = comparison;
    this.#options = options;
  }

  /** Compares, writes and publishes. When anything throws, the staged rows are removed and the run is marked failed. */
  async run({ begin, check, inTransaction }: ChangeSteps): Promise<PublishedChange> {
    try {
      begin();
      await compareAll(this.#comparison, this.#run.baseRevision, this.#showProgress);
      check?.();
      await this.#stage();
      return await this.#publish(inTransaction);
    } catch (fault) {
      // if this fails too (a full disk), the next run removes the rows; the first fault is the one to report
      if (!isLockRefusal(fault)) await this.#fail(fault).catch(() => {});
      throw fault;
    }
  }

  /** Writes the new states, not yet visible to anybody. */
  async #stage(): Promise<void> {
    const total = this.#scratch.countStates();
    let written = 0;
    await this.#write(
      this.#scratch.statePages(),
      (change) => {
        this.#run.putRow(change);
        written++;
      },
      () => this.#showProgress('write-names', written, total),
    );
    const setMissing = missingWriter(this.#connection, this.#run.id);
    await this.#write(this.#scratch.kindPages('missing'), ({ name }) => setMissing(name, true));
  }

  /** Publishes the change. If a release job was quicker, compares the names that it changed and tries again. */
  async #publish(inTransaction: ChangeSteps['inTransaction']): Promise<PublishedChange> {
    for (;;) {
      const summary = summaryOf(this.#scratch, this.#connection, this.#run.baseRevision);
      const hasRows = this.#scratch.countStates() > 0;
      const now = this.#options.clock();
      const witness = hasRows ? await this.#stageWitness() : undefined;
      const outcome = { ...summary, hasRows, now, elapsedMs: this.#elapsedMs() };
      const publish = () =>
        this.#run.publish(outcome, () => {
          if (witness !== undefined) this.#recordWitness(witness);
          inTransaction(summary.counts, now);
        });
      const revision = await whenUnlocked(this.#connection, publish);
      if (revision !== undefined) return { ...summary, revision };
      await this.#compareAgain();
    }
  }

  /** Writes what the second witness will say of the new states, not yet in force. */
  async #stageWitness(): Promise<WitnessBytes> {
    const { revision } = this.#run;
    const { db } = this.#connection;
    await transact(this.#connection, () => removeStagedParts(db, revision));
    const bytes = witnessBytes(witnessEntries(this.#connection, this.#scratch, this.#run.baseRevision));
    await this.#write([[...bytes.parts.entries()]], ([part, body]) => {
      putWitnessPart(db, { log: 'register', revision, whole: false }, part, body);
    });
    return bytes;
  }

  #recordWitness(bytes: WitnessBytes): void {
    const { revision, baseRevision: previous } = this.#run;
    putWitnessRecord(this.#connection.db, { log: 'register', revision, whole: false, previous }, bytes);
  }

  async #fail(fault: unknown): Promise<void> {
    await removeStagedRows(this.#connection, this.#run);
    const summary = summaryOf(this.#scratch, this.#connection, this.#run.baseRevision);
    const now = this.#options.clock();
    const outcome = { ...summary, fault: runFaultOf(fault), now, elapsedMs: this.#elapsedMs() };
    await whenUnlocked(this.#connection, () => this.#run.fail(outcome));
  }

  async #compareAgain(): Promise<void> {
    const { value: published } = readGeneration(this.#connection.db, 'register');
    const names = registerStates(this.#connection).changedBetween(this.#run.baseRevision, published);
    const setMissing = missingWriter(this.#connection, this.#run.id);
    await this.#write([names], (name) => {
      const change = this.#comparison.compareAgain(name, published);
      this.#run.deleteRow(name);
      if (change?.state !== undefined) this.#run.putRow({ name, ...change.state });
      setMissing(name, change?.kind === 'missing');
    });
    this.#run.baseRevision = published;
  }

  /** Writes for the run, some rows at a time. @throws Refusal when another process has taken the run over */
  async #write<T>(pages: Iterable<readonly T[]>, write: (item: T) => void, onWritten?: () => void): Promise<void> {
    await writePaced(
      this.#connection,
      slices(pages),
      (slice) => {
        this.#run.requireOwn();
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

/** Compares everything, and lets the process do other things after every page. */
export async function compareAll(
  comparison: Comparison,
  revision: number,
  onProgress?: ChangeOptions['onProgress'],
): Promise<void> {
  await comparison.compareAll(revision, async (done, total) => {
    onProgress?.('compare-names', done, total);
    await nextTurn();
  });
}

/** The changes in a scratch: how many, and the first of them compared with the register as of a revision. */
export function summaryOf(scratch: RegisterScratch, connection: Connection, revision: number): ChangeSummary {
  const changes = scratch.countChanges();
  const { missing, removed, left, ...listed } = changes;
  const differing = Object.values(listed).reduce((sum, count) => sum + count, 0);
  const unchanged = Math.max(0, scratch.countRows() - differing);
  return { counts: { ...changes, unchanged }, difference: differenceIn(scratch, connection, revision) };
}

/** A fault as it is recorded with a run. */
export function runFaultOf(fault: unknown): RefusalRecord {
  if (fault instanceof Refusal) return fault.record;
  const message = fault instanceof Error ? fault.message : String(fault);
  return { reason: { code: 'run-broke-off', message }, faults: [], total: 0 };
}

/** The first names of each kind of change in a scratch: their states as of a revision, and after the change. */
function differenceIn(scratch: RegisterScratch, connection: Connection, revision: number): Difference {
  const states = registerStates(connection);
  const difference: { [Kind in ChangeKind]?: readonly ChangedName[] } = {};
  const counts = scratch.countChanges();
  for (const kind of changeKinds) {
    if (counts[kind] === 0) continue;
    difference[kind] = scratch.firstOfKind(kind, shownOfEachKind).map(({ name, state }): ChangedName => {
      const before = recorded(states.find(name, revision));
      return { name, before, after: state === undefined ? before : recorded(state) };
    });
  }
  return difference;
}

/** A state without the other columns of its row; null for a name that is not in the register. */
function recorded(state: NameState | undefined): NameState | null {
  if (state === undefined || state.registered === null) return null;
  const { registered, cancelled, freeAt } = state;
  return { registered, cancelled, freeAt };
}

/**
 * What the second witness will say of the names that an import or an undo changes. A state that frees a name, or that
 * keeps a release job's mark, comes from the register's own rows, so those must agree with the witness first.
 *
 * @param baseRevision the published revision with which the changes were compared
 * @throws DamageFound when they disagree
 */
function witnessEntries(connection: Connection, scratch: RegisterScratch, baseRevision: number): Entries {
  const { hash } = registerWitness(connection);
  const collector = new EntryCollector();
  const fromRegister: string[] = [];
  for (const page of scratch.statePages()) {
    for (const { name, ...state } of page) {
      if (state.registered === null || state.freeAt !== null) fromRegister.push(name);
      collector.add(hash(name), sealOfState(state), state);
    }
  }
  if (fromRegister.length > 0) requireAgreement(connection, fromRegister, baseRevision);
  return collector.sorted();
}

function requireAgreement(connection: Connection, names: readonly string[], revision: number): void {
  const { find } = registerStates(connection);
  connection.sqlite.transaction(() => {
    // a release job was quicker: the changes will be compared again
    if (readGeneration(connection.db, 'register').value !== revision) return;
    const witness = currentWitness(connection);
    for (const name of names) witness.requireState(name, inRegister(find(name, revision)));
  })();
}

function inRegister(state: NameState | undefined): NameState | undefined {
  return state?.registered === null ? undefined : state;
}
