import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { missingNames } from '#db/registry/missing-names.ts';
import { rowsOf } from '#db/registry/pages-by-name.ts';
import { RegisterScratch } from '#db/registry/scratch.ts';
import { type RegisterStates, registerStates } from '#db/registry/states.ts';
import { snapshots } from '#db/transaction.ts';
import type { Clock } from '#lib/clock.ts';
import type { ShowProgress } from '#lib/jobs/stages.ts';
import { type Fault, FaultList, Refusal } from '#lib/refusal.ts';
import {
  type Change,
  compareAbsent,
  compareListed,
  contradiction,
  type NameState,
  sideBySide,
} from '#lib/registry/import/comparison.ts';
import { FeedDifferences } from '#lib/registry/import/difference.ts';
import { feedRecords } from '#lib/registry/import/feed-records.ts';
import { type FeedRow, parseFeedRow } from '#lib/registry/import/feed-row.ts';
import { repeatedName } from '#lib/registry/import/repeated-name.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

/** Called after every 2,000 names, so that the process can do other things; `total` is 0 while it is not known. */
export type OnCompared = (done: number, total: number) => Promise<void>;

const comparedAtOnce = 2000;

/** How a run finds what it changes; it puts the changes into a scratch. */
export interface Comparison {
  /** Compares every name that the run may change with the register as of a revision. */
  compareAll(revision: number, onCompared: OnCompared): Promise<void>;
  /** Compares one name again, as of a later revision. */
  compareAgain(name: string, revision: number): Change | undefined;
}

/** Compares the feed in a scratch with the register. */
export class FeedComparison implements Comparison {
  /** The names that the last full file before this import lacked. */
  readonly missingBefore: ReadonlySet<string>;
  /** The rows that contradict the register, by line. */
  readonly contradictions = new FaultList();
  readonly #scratch: RegisterScratch;
  readonly #states: RegisterStates;
  readonly #inSnapshot: ReturnType<typeof snapshots>;
  readonly #isWhole: boolean;
  readonly #now: EpochMs;

  /** @param feed `isWhole`: it is the whole register, so that a name it lacks is missing */
  constructor(connection: Connection, scratch: RegisterScratch, feed: { isWhole: boolean; now: EpochMs }) {
    this.#scratch = scratch;
    this.#states = registerStates(connection);
    this.#inSnapshot = snapshots(connection);
    this.#isWhole = feed.isWhole;
    this.#now = feed.now;
    this.missingBefore = missingNames(connection);
  }

  async compareAll(revision: number, onCompared: OnCompared): Promise<void> {
    if (this.#isWhole) await this.#compareWhole(revision, onCompared);
    else await this.#compareChanges(revision, onCompared);
  }

  compareAgain(name: string, revision: number): Change | undefined {
    const change = this.#compare(name, this.#states.find(name, revision), this.#scratch.getRow(name));
    this.#scratch.setChange(name, change);
    return change;
  }

  async #compareChanges(revision: number, onCompared: OnCompared): Promise<void> {
    const total = this.#scratch.countRows();
    let compared = 0;
    for (const page of this.#scratch.rowPages()) {
      this.#inSnapshot(() => {
        for (const row of page) this.#record(row.name, this.#states.find(row.name, revision), row);
      });
      compared += page.length;
      await onCompared(compared, total);
    }
  }

  /** Walks through the feed and the register side by side: each is read once, without looking up names. */
  async #compareWhole(revision: number, onCompared: OnCompared): Promise<void> {
    const total = this.#scratch.countRows();
    let listed = 0;
    let compared = 0;
    const names = sideBySide(rowsOf(this.#scratch.rowPages()), rowsOf(this.#states.pages(revision)));
    for (const { name, left: row, right: current } of names) {
      this.#record(name, current, row);
      if (row !== undefined) listed++;
      if (++compared % comparedAtOnce === 0) await onCompared(listed, total);
    }
  }

  #record(name: string, current: NameState | undefined, row: FeedRow | undefined): void {
    const change = this.#compare(name, current, row);
    if (change === undefined) return;
    const reason = row && contradiction(current, row);
    if (reason !== undefined) this.contradictions.add({ line: this.#scratch.lineOf(name) ?? 0 }, reason);
    this.#scratch.setChange(name, change);
  }

  #compare(name: string, current: NameState | undefined, row: FeedRow | undefined): Change | undefined {
    if (row !== undefined) return compareListed(current, row, this.#now);
    if (!this.#isWhole || current === undefined) return undefined;
    return compareAbsent(current, this.missingBefore.has(name), this.#now);
  }
}

/** The file's name, for messages, and the clock by which its dates must be in the past. */
export interface FeedOptions {
  readonly source: string;
  readonly clock: Clock;
  readonly onProgress?: ShowProgress;
}

/**
 * Reads a whole register file into `scratch` and checks every row.
 *
 * @throws Refusal with the first faults and the total when there are any
 */
export async function readFeed(
  scratch: RegisterScratch,
  bytes: AsyncIterable<Uint8Array>,
  { source, clock, onProgress }: FeedOptions,
): Promise<void> {
  const faults = new FaultList();
  let rows = 0;
  /** Names that are not written as they are stored, by line. */
  const spellings = new Map<number, string>();
  for await (const { line, values } of feedRecords(bytes, faults)) {
    const row = parseFeedRow(values, clock(), (field, reason) => faults.add({ field, line }, reason));
    if (row !== undefined) {
      scratch.addRow(row, line);
      if (values.domain !== row.name) spellings.set(line, values.domain);
    }
    if (++rows % 1000 === 0) onProgress?.('read-names', rows, 0);
  }
  for (const { name, line, firstLine } of scratch.sortRows()) {
    const written = (at: number) => ({ line: at, text: spellings.get(at) ?? name });
    faults.add({ line }, repeatedName(name, written(line), written(firstLine)));
  }
  faults.first.sort((one, other) => lineOf(one) - lineOf(other));
  faults.refuseIfAny({ code: 'register-not-imported', file: source });
}

function lineOf({ where }: Fault): number {
  return 'line' in where ? (where.line ?? 0) : 0;
}

/**
 * Compares the published register with a full register file, name by name. Names that the file lacks are no difference
 * while the register keeps them because only one full file has lacked them, or once they have been released.
 *
 * @throws Refusal with the first faults of a file that cannot be read
 */
export async function compareWithFeed(
  connection: Connection,
  bytes: AsyncIterable<Uint8Array>,
  options: FeedOptions,
): Promise<FeedDifferences> {
  const scratch = new RegisterScratch();
  try {
    await readFeed(scratch, bytes, options).catch((fault) => {
      if (!(fault instanceof Refusal)) throw fault;
      throw new Refusal({ code: 'feed-not-compared', file: options.source }, fault.faults, fault.total);
    });
    const { value: published } = readGeneration(connection.db, 'register');
    const kept = missingNames(connection);
    const nowMs = options.clock();
    const differences = new FeedDifferences();
    let compared = 0;
    const names = sideBySide(rowsOf(scratch.rowPages()), rowsOf(registerStates(connection).pages(published)));
    for (const { name, left: row, right: state } of names) {
      const isReleased = state?.freeAt !== null && (state?.freeAt ?? 0) <= nowMs;
      const isInRegister = state !== undefined && state.registered !== null;
      if (row !== undefined && !isInRegister) differences.add('only-in-file', name);
      else if (row === undefined && isInRegister && !kept.has(name) && !isReleased) {
        differences.add('only-in-register', name);
      } else if (row !== undefined && (row.registered !== state?.registered || row.cancelled !== state.cancelled)) {
        differences.add('other-dates', name);
      }
      if (++compared % comparedAtOnce === 0) await nextTurn();
    }
    return differences;
  } finally {
    scratch.close();
  }
}
