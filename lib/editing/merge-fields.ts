import { canonicalJson } from '#lib/audit/difference.ts';

/** The fields of a record by name; values are JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** A record as a form was opened with it. */
export interface Opened<Row extends Fields = Fields> {
  /** The newest row of the audit log at that time. */
  readonly revision: number;
  readonly fields: Row;
}

/** The result of an edit. */
export interface Edited<Row extends Fields = Fields> {
  /** The fields that were changed; empty if the record already was as wanted. */
  readonly changed: readonly string[];
  /** The record as it is now, with what others have changed since. */
  readonly now: Opened<Row>;
}

/** A field that someone else has changed since: its value now, and who changed it when, if that is known. */
export interface Conflict {
  readonly present: unknown;
  readonly who?: string;
  /** Epoch milliseconds. */
  readonly at?: number;
}

/** The fields of a form that someone else has changed, at a revision. */
export interface Conflicts {
  readonly revision: number;
  readonly fields: Readonly<Record<string, Conflict>>;
}

interface Merge<Row extends Fields> {
  /** The record with the wanted fields. */
  readonly after: Row;
  /** The fields in which it differs from the present record. */
  readonly changed: readonly (keyof Row & string)[];
  /** The wanted fields that someone else has changed since to something else. */
  readonly conflicts: readonly (keyof Row & string)[];
}

/**
 * Compares three states of a record: as it was opened, as it is wanted, and as it is. A field that nobody wants to change
 * stays as it is, whoever changed it; one that two people changed to the same value is no conflict.
 *
 * @param opened undefined if nothing is assumed: there are no conflicts then
 * @param wanted only the fields to change
 * @param moved the fields that were changed since, including those that have their former value again
 */
export function mergeFields<Row extends Fields>(
  opened: Fields | undefined,
  wanted: Partial<Row>,
  present: Row,
  moved: ReadonlySet<string>,
): Merge<Row> {
  const changed = changedFields(present, { ...present, ...wanted });
  const conflicts = changed.filter(
    (field) => opened !== undefined && (moved.has(field) || !isSame(opened[field], present[field])),
  );
  return { after: { ...present, ...wanted }, changed, conflicts };
}

/** The names of the fields that differ. */
export function changedFields<Row extends Fields>(before: Row, after: Row): (keyof Row & string)[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((field) => !isSame(before[field], after[field]));
}

function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson(one ?? null) === canonicalJson(other ?? null);
}
