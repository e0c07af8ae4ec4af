import { type Change, compareAbsent, compareListed } from '#lib/registry/import/comparison.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import type { Connection } from './client.ts';
import { missingNames } from './register-missing.ts';
import type { RunKind } from './register-run.ts';
import type { RegisterScratch } from './register-scratch.ts';
import { snapshots } from './register-snapshot.ts';
import { standingRegister } from './register-standing.ts';

/** Called after every 2,000 names, so that the process can do other things; `total` 0 when it is not known. */
export type OnCompared = (done: number, total: number) => Promise<void>;

/** Compares the feed in a scratch with the register as of a revision and notes in the scratch what changes. */
export class RegisterComparison {
  /** The names that the snapshot before this import lacked. */
  readonly missingBefore: ReadonlySet<string>;
  readonly #scratch: RegisterScratch;
  readonly #standing: ReturnType<typeof standingRegister>;
  readonly #inSnapshot: ReturnType<typeof snapshots>;
  readonly #kind: RunKind;
  readonly #now: EpochMs;

  constructor(connection: Connection, scratch: RegisterScratch, kind: RunKind, now: EpochMs) {
    this.#scratch = scratch;
    this.#standing = standingRegister(connection);
    this.#inSnapshot = snapshots(connection);
    this.#kind = kind;
    this.#now = now;
    this.missingBefore = missingNames(connection);
  }

  /** Every name of the feed and, for a snapshot, every standing name that it lacks. */
  async compareAll(revision: number, onCompared: OnCompared): Promise<void> {
    await this.#compareListedNames(revision, onCompared);
    if (this.#kind === 'replace') await this.#compareAbsentNames(revision, onCompared);
  }

  namesChangedBetween(after: number, until: number): string[] {
    return this.#standing.changedBetween(after, until);
  }

  /** One name anew, as of a later revision. */
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
        for (const row of page) {
          const change = compareListed(this.#standing.find(row.name, revision), row, this.#now);
          if (change !== undefined) this.#scratch.setChange(row.name, change);
        }
      });
      compared += page.length;
      await onCompared(compared, total);
    }
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
    if (this.#kind === 'merge' || standing === undefined) return undefined;
    return compareAbsent(standing, this.missingBefore.has(name), this.#now);
  }
}
