import type { RefusalRecord } from '#lib/refusal.ts';
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

export type ChangeCounts = Record<ChangeKind | 'unchanged', number>;

/** What a run changes: how many names of each kind, and the first of them. */
export interface ChangeSummary {
  readonly counts: ChangeCounts;
  readonly difference: Difference;
}

/** What an import would do. */
export interface ImportPreview extends ChangeSummary {
  readonly kind: 'merge' | 'replace';
  readonly sha256: string;
  /** The last run before the comparison, for `expectedLastRun`. */
  readonly lastRun: number;
  /** Why it would be refused; null when it would not. */
  readonly refusal: RefusalRecord | null;
}

/** How many names a full file lacks, and how many it may, if it lacks too many. */
export function tooManyMissing({
  refusal,
}: ImportPreview): { readonly absent: number; readonly allowed: number } | undefined {
  return refusal?.reason.code === 'too-many-missing' ? refusal.reason : undefined;
}
