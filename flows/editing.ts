import { z } from 'zod';
import {
  changesSince,
  type LastChange,
  newestRevision,
  noteChange,
  type RecordName,
  revisionOf,
} from '#db/audit/last-changes.ts';
import { type Actor, type Authorship, recordChange } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import type { Faulty } from '#flows/change.ts';
import { commandLine } from '#lib/audit/authors.ts';
import { type Edited, type Fields, mergeFields } from '#lib/editing/merge-fields.ts';
import { type Fault, Refusal } from '#lib/refusal.ts';
import type { AuditAction } from '#lib/words/audit.ts';

/**
 * What a change assumes of its record: what a form showed, or for a button or a command only the revision. Commands
 * without `--if-unchanged` assume nothing.
 */
export const seen = z
  .object({ revision: z.int().min(0), fields: z.record(z.string(), z.unknown()).optional() })
  .optional();
export type Seen = z.output<typeof seen>;

interface Assumed<Record> {
  readonly record: Record;
  readonly seen?: Seen;
}

/** The input of a change that needs nothing but its record: the record, or the record and what is assumed of it. */
export type SeenInput<Row extends z.ZodType> = z.ZodType<Assumed<z.output<Row>>, z.input<Row> | Assumed<z.input<Row>>>;

export function seenOf<Row extends z.ZodType>(record: Row): SeenInput<Row> {
  const hasBoth = (given: unknown) => typeof given === 'object' && given !== null && 'record' in given;
  const read = z.preprocess((given) => (hasBoth(given) ? given : { record: given }), z.object({ record, seen }));
  return read as unknown as SeenInput<Row>;
}

interface Edit<Row extends Fields> {
  readonly record: RecordName;
  /** For the audit log. */
  readonly action: AuditAction;
  readonly subject: string;
  /** The record as it is. */
  readonly present: Row;
  /** The fields to change; undefined ones stay. */
  readonly wanted: { readonly [Field in keyof Row]?: Row[Field] | undefined };
  readonly seen: Seen;
  /** The fields as the audit log has them. */
  readonly recorded?: (fields: Row) => Fields;
  /** Checks and stores the record. */
  readonly store: (after: Row) => void;
}

/**
 * What a rule about a whole record says of a form with faulty fields, of which it knows nothing, so that the form shows all
 * its faults at once. Without faulty fields it is asked by `store`, after conflicts with what others have changed.
 */
export function faultsBeside<Row extends Fields>(
  faulty: Faulty,
  { present, wanted }: Pick<Edit<Row>, 'present' | 'wanted'>,
  rule: (after: Partial<Row>) => readonly (Fault | undefined)[],
): readonly (Fault | undefined)[] {
  if (faulty.size === 0) return [];
  const known = Object.keys(present).filter((field) => !faulty.has(field));
  const after = known.map((field) => [field, wanted[field] === undefined ? present[field] : wanted[field]]);
  // each field has a value of its own, which the type of Object.fromEntries forgets
  return rule(Object.fromEntries(after) as Partial<Row>);
}

/**
 * Changes the wanted fields of a record and records that in the audit log.
 *
 * @throws Refusal `changed-meanwhile`, with a fault for each wanted field that someone else has changed since the form
 *   was opened; nothing has changed then
 */
export function editRecord<Row extends Fields>(
  db: Db,
  { record, action, subject, present, wanted, seen: assumed, recorded = (fields) => fields, store }: Edit<Row>,
  { actor, nowMs }: Authorship,
): Edited<Row> {
  if (assumed !== undefined && assumed.fields === undefined) requireUnchanged(db, record, assumed, actor);
  const since = assumed === undefined ? new Map<string, LastChange>() : changesSince(db, record, assumed.revision);
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const opened = assumed?.fields;
  const { after, changed, conflicts } = mergeFields(opened, given as Partial<Row>, present, new Set(since.keys()));
  if (conflicts.length > 0) throw conflictAt(db, record, conflicts, present, since);
  if (changed.length > 0) {
    store(after);
    const row = { actor, action, subject, before: recorded(present), after: recorded(after) };
    noteChange(db, record, changed, recordChange(db, row, nowMs));
  }
  return { changed, now: { revision: revisionOf({ db }, record), fields: after } };
}

/**
 * For a change that carries only a revision. What the same person has changed after it does not count: a button may be
 * pressed before its page shows what another form of the page has just saved.
 *
 * @throws Refusal if someone else changed the record after the assumed revision, or there is no such revision
 */
export function requireUnchanged(db: Db, record: RecordName, assumed: Seen, { who }: Actor): void {
  if (assumed === undefined) return;
  if (assumed.revision > newestRevision({ db }))
    throw new Refusal({ code: 'no-such-revision', revision: assumed.revision });
  const isOwn = (change: LastChange) => change.who === who && who !== commandLine;
  const last = [...changesSince(db, record, assumed.revision).values()].findLast((change) => !isOwn(change));
  if (last !== undefined)
    throw new Refusal({ code: 'changed-meanwhile', revision: revisionOf({ db }, record), ...last });
}

function conflictAt(
  db: Db,
  record: RecordName,
  conflicts: readonly string[],
  present: Fields,
  since: ReadonlyMap<string, LastChange>,
): Refusal {
  const faults = conflicts.map((field) => ({
    where: { field },
    reason: { code: 'field-changed-meanwhile', present: present[field] ?? null, ...since.get(field) } as const,
  }));
  const lastChange = [...since].filter(([field]) => conflicts.includes(field)).at(-1)?.[1];
  return new Refusal({ code: 'changed-meanwhile', revision: revisionOf({ db }, record), ...lastChange }, faults);
}
