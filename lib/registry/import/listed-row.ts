import type { Reason } from '#lib/refusal.ts';
import { parseName, type ValidName } from '#lib/registry/names/name.ts';
import { type ListedStatus, listedStatuses } from '#lib/registry/status.ts';
import { excerpt } from '#lib/row-files/excerpt.ts';
import { nameReason } from './repeated-name.ts';

/** The columns of a file of listed names; `reason` may be left out. */
export const listedColumns = { required: ['domain', 'status'], optional: ['reason'] } as const;

export type ListedText = Readonly<Record<'domain' | 'status' | 'reason', string>>;

/** A name that cannot be registered although nobody has registered it, in ASCII form. */
export interface ListedRow {
  readonly name: string;
  readonly status: ListedStatus;
  readonly reason: string;
}

const onlyBelowNz: ReadonlySet<ListedStatus> = new Set(['Conflicted', 'Resolved']);

/** Whether a name can have this status: Conflicted and Resolved exist only directly below .nz. */
export function isStatusPossible({ suffix }: ValidName, status: ListedStatus): boolean {
  return suffix === 'nz' || !onlyBelowNz.has(status);
}

/**
 * Parses one row of a file of listed names. The status may be written in any case.
 *
 * @param fault gets everything that is wrong with the row, with its column
 * @returns the row, or undefined when there was a fault
 */
export function parseListedRow(
  text: ListedText,
  fault: (field: keyof ListedText, reason: Reason) => void,
): ListedRow | undefined {
  const name = parseName(text.domain);
  if (!name.valid) fault('domain', nameReason(text.domain, name.reason));
  const status = listedStatuses.find((known) => known.toLowerCase() === text.status.toLowerCase());
  if (status === undefined) {
    fault('status', { code: 'not-a-listed-status', text: excerpt(text.status), known: listedStatuses });
  }
  if (!name.valid || status === undefined) return undefined;
  if (!isStatusPossible(name, status)) {
    fault('status', { code: 'status-only-below-nz', name: name.original ?? name.domain, status });
    return undefined;
  }
  return { name: name.domain, status, reason: text.reason };
}
