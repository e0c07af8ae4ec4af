import type { RefusalRecord } from '#lib/refusal.ts';
import type { ChangeKind } from './comparison.ts';
import type { Difference } from './difference.ts';

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
