import { FaultList } from '#lib/refusal.ts';
import { type Change, compareAbsent, compareListed } from '#lib/registry/import/comparison.ts';
import { contradiction } from '#lib/registry/import/contradiction.ts';
import type { FeedRow } from '#lib/registry/import/feed-row.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { Connection } from './client.ts';
import { missingNames } from './register-missing.ts';
import type { RegisterScratch } from './register-scratch.ts';
import { snapshots } from './register-snapshot.ts';
import { standingRegister } from './register-standing.ts';

/** Called after every 2,000 names, so that the process can do other things; `total` 0 when it is not known. */
export type OnCompared = (done: number, total: number) => Promise<void>;

/** How a run finds out what it changes; what it finds it notes in a scratch. */
export interface Comparison {
  /** Every name that it may change, as of a revision. */
  compareAll(revision: number, onCompared: OnCompared): Promise<void>;
  /** One name anew, as of a later revision. */
  compareAgain(name: string, revision: number): Change | undefined;
}

/** Compares the feed in a scratch with the register. */
export class FeedComparison implements Comparison {
  /** The names that the snapshot before this import lacked. */
  readonly missingBefore: ReadonlySet<string>;
  /** What the feed's rows contradict, by line. */
  readonly contradictions = new FaultList();
  readonly #scratch: RegisterScratch;
  readonly #standing: ReturnType<typeof standingRegister>;
  readonly #inSnapshot: ReturnType<typeof snapshots>;
  readonly #isWhole: boolean;
  readonly #now: EpochMs;

  /** @param feed `isWhole`: it is the whole register, so that it says something of names it lacks */
  constructor(connection: Connection, scratch: RegisterScratch, feed: { isWhole: boolean; now: EpochMs }) {
    this.#scratch = scratch;
    this.#standing = standingRegister(connection);
    this.#inSnapshot = snapshots(connection);
    this.#isWhole = feed.isWhole;
    this.#now = feed.now;
    this.missingBefore = missingNames(connection);
  }

  async compareAll(revision: number, onCompared: OnCompared): Promise<void> {
    await this.#compareListedNames(revision, onCompared);
    if (this.#isWhole) await this.#compareAbsentNames(revision, onCompared);
  }

  compareAgain(name: string, revision: number): Change | undefined {
    const change = this.#compare(name, revision);
    this.#scratch.setChange(name, change);
    return change;
  }

  async #compareListedNames(revision: number, onCompared: OnCompared): Promise<void> {
    const total = this.#scratch.countRows();
    let compared = 0;
    for (const page of this.#scratch.rowPages()) {
      this.#inSnapshot(() => {
        for (const row of page) this.#compareListed(row, revision);
      });
      compared += page.length;
      await onCompared(compared, total);
    }
  }

  #compareListed(row: FeedRow, revision: number): void {
    const standing = this.#standing.find(row.name, revision);
    const change = compareListed(standing, row, this.#now);
    if (change === undefined) return;
    const fault = contradiction(standing, row);
    if (fault !== undefined) this.contradictions.add(`line ${this.#scratch.lineOf(row.name)}`, fault);
    this.#scratch.setChange(row.name, change);
  }

  async #compareAbsentNames(revision: number, onCompared: OnCompared): Promise<void> {
    let compared = 0;
    for (const page of this.#standing.pages(revision)) {
      for (const { name, ...standing } of page) {
        if (this.#scratch.hasRow(name)) continue;
        const change = compareAbsent(standing, this.missingBefore.has(name), this.#now);
        if (change !== undefined) this.#scratch.setChange(name, change);
      }
      compared += page.length;
      await onCompared(compared, 0);
    }
  }

  #compare(name: string, revision: number): Change | undefined {
    const standing = this.#standing.find(name, revision);
    const row = this.#scratch.getRow(name);
    if (row !== undefined) return compareListed(standing, row, this.#now);
    if (!this.#isWhole || standing === undefined) return undefined;
    return compareAbsent(standing, this.missingBefore.has(name), this.#now);
  }
}
