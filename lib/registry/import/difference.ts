import type { ChangeKind, NameState } from './comparison.ts';

/** A name's state before and after a run; null when it was not, or no longer is, in the register. */
export interface ChangedName {
  readonly name: string;
  readonly before: NameState | null;
  readonly after: NameState | null;
}

/** The first names of each kind of change, by name; kinds without names are left out. */
export type Difference = { readonly [Kind in ChangeKind]?: readonly ChangedName[] };

/** The most names of each kind in a difference. */
export const shownOfEachKind = 100;

/** How a name in the register differs from a full file. */
export const feedDifferences = ['only-in-file', 'only-in-register', 'other-dates'] as const;
export type FeedDifference = (typeof feedDifferences)[number];

const mostNamed = 20;

/** The differences of a register and a file: how many of each kind, and the first names of each. */
export class FeedDifferences {
  readonly counts: Record<FeedDifference, number> = { 'only-in-file': 0, 'only-in-register': 0, 'other-dates': 0 };
  readonly names: Record<FeedDifference, string[]> = { 'only-in-file': [], 'only-in-register': [], 'other-dates': [] };

  add(kind: FeedDifference, name: string): void {
    this.counts[kind]++;
    if (this.names[kind].length < mostNamed) this.names[kind].push(name);
  }

  get total(): number {
    return feedDifferences.reduce((sum, kind) => sum + this.counts[kind], 0);
  }
}
