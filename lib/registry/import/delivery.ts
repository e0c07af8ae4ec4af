import type { RefusalRecord } from '#lib/refusal.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

/** Whether a file in the watched folder is the whole register, or changes to it. */
export type DeliveryKind = 'replace' | 'merge';

/** How the import of a file in the watched folder ended. */
export type DeliveryOutcome =
  | {
      readonly code: 'imported';
      readonly run: number;
      readonly sha256: string;
      readonly counts: Readonly<Record<string, number>>;
    }
  | { readonly code: 'known'; readonly run: number; readonly importedAt: EpochMs }
  | { readonly code: 'refused'; readonly refusal: RefusalRecord }
  /** The report of a file, as it was recorded before outcomes had codes. */
  | { readonly code: 'worded'; readonly report: string };

/**
 * The kind of a delivered file, which one word of its name must say: `full` or `changes`. Nothing is guessed: if
 * changes were taken for the whole register, every other name would be missing.
 *
 * @returns undefined when the name says neither or both
 */
export function kindOfDelivery(name: string): DeliveryKind | undefined {
  const words = name.toLowerCase().split(/[^a-z]+/);
  const [isFull, isChanges] = [words.includes('full'), words.includes('changes')];
  if (isFull === isChanges) return undefined;
  return isFull ? 'replace' : 'merge';
}

/** Whether a file of this name is a delivery: not hidden, not a marker, not still being written. */
export function isDeliveryName(name: string): boolean {
  return !/^\.|~$|\.(done|part|partial|filepart|tmp|temp|crdownload)$/i.test(name);
}
