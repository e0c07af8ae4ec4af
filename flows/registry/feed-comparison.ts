import type { Connection } from '#db/client.ts';
import { snapshots } from '#db/read-transaction.ts';
import { missingNames } from '#db/registry/missing-names.ts';
import { rowsOf } from '#db/registry/pages-by-name.ts';
import type { RegisterScratch } from '#db/registry/scratch.ts';
import { type RegisterStates, registerStates } from '#db/registry/states.ts';
import { FaultList } from '#lib/refusal.ts';
import { type Change, compareAbsent, compareListed, type NameState } from '#lib/registry/import/comparison.ts';
import { contradiction } from '#lib/registry/import/contradiction.ts';
import type { FeedRow } from '#lib/registry/import/feed-row.ts';
import { sideBySide } from '#lib/registry/import/side-by-side.ts';
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
