import { parseName, type ValidName } from '#lib/registry/names/name.ts';
import { type ListedStatus, listedStatuses } from '#lib/registry/status.ts';
import { quoted } from '#lib/row-files/quoted.ts';

/** The columns of a file of listed names; `reason` may be left out. */
export const listedColumns = { required: ['domain', 'status'], optional: ['reason'] } as const;

export type ListedText = Readonly<Record<'domain' | 'status' | 'reason', string>>;

/** A name that cannot be registered although nobody has it, in ASCII form. */
export interface ListedRow {
  readonly name: string;
  readonly status: ListedStatus;
  readonly reason: string;
}

const onlyBelowNz: ReadonlySet<ListedStatus> = new Set(['Conflicted', 'Resolved']);

/** Why a name cannot stand on a list with this status, as the end of a sentence that begins with it; undefined when it can. */
export function listedFault({ suffix }: ValidName, status: ListedStatus): string | undefined {
  return onlyBelowNz.has(status) && suffix !== 'nz'
    ? `cannot be ${status}: that exists only directly below .nz`
    : undefined;
}

/**
 * Reads one row of a file of listed names. The status may be written in any case. Conflicted and resolved names exist
 * only directly below .nz.
 *
 * @param fault is told everything that is wrong with the row
 * @returns the row, or undefined when there was a fault
 */
export function parseListedRow(text: ListedText, fault: (message: string) => void): ListedRow | undefined {
  const name = parseName(text.domain);
  if (!name.valid) fault(text.domain === '' ? 'domain is empty' : `domain ${quoted(text.domain)} ${name.reason}`);
  const status = listedStatuses.find((known) => known.toLowerCase() === text.status.toLowerCase());
  if (status === undefined) fault(`status ${quoted(text.status)} is not one of ${listedStatuses.join(', ')}`);
  if (!name.valid || status === undefined) return undefined;
  const misplaced = listedFault(name, status);
  if (misplaced !== undefined) {
    fault(`domain ${quoted(text.domain)} ${misplaced}`);
    return undefined;
  }
  return { name: name.domain, status, reason: text.reason };
}
