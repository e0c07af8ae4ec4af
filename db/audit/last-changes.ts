import { auditEntry, auditRecord, lastChange } from '#db/audit/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, desc, eq, gt, lt, max } from '#db/drizzle.ts';

/** What staff edit, by kind. */
type RecordKind =
  | 'registrar'
  | 'network'
  | 'user'
  | 'key'
  | 'provider'
  | 'technology'
  | 'listed name'
  | 'report'
  | 'answer'
  | 'request'
  | 'staff';

/** The name of a record in the table of last changes: `registrar 7`, or a setting that exists once. */
export type RecordName =
  | `${RecordKind} ${number | string}`
  | 'technology order'
  | 'coverage policy'
  | 'staff policy'
  | 'open data';

/** Who changed a field last, and when in epoch milliseconds. */
export interface LastChange {
  readonly who: string;
  readonly at: number;
}

/** Notes that a row of the audit log changed these fields of a record, or belongs to its history. */
export function noteChange(db: Db, record: RecordName, fields: readonly string[], auditId: number): void {
  db.insert(auditRecord).values({ record, auditId }).onConflictDoNothing().run();
  if (fields.length === 0) return;
  db.insert(lastChange)
    .values(fields.map((field) => ({ record, field, auditId })))
    .onConflictDoUpdate({ target: [lastChange.record, lastChange.field], set: { auditId } })
    .run();
}

/** The revision of a record: the row of the audit log that changed it last, 0 if none did. */
export function revisionOf({ db }: Pick<Connection, 'db'>, record: RecordName): number {
  const found = db
    .select({ revision: max(lastChange.auditId) })
    .from(lastChange)
    .where(eq(lastChange.record, record))
    .get();
  return found?.revision ?? 0;
}

/** The revisions of all records of a kind that were ever changed, by what follows the kind in their names. */
export function revisionsOf({ db }: Pick<Connection, 'db'>, kind: RecordKind): ReadonlyMap<string, number> {
  const rows = db
    .select({ record: lastChange.record, revision: max(lastChange.auditId) })
    .from(lastChange)
    .where(and(gt(lastChange.record, `${kind} `), lt(lastChange.record, `${kind}!`)))
    .groupBy(lastChange.record)
    .all();
  return new Map(rows.map(({ record, revision }) => [record.slice(kind.length + 1), revision ?? 0]));
}

/**
 * The revision of all records: the newest row of the audit log. A screen reads it before the records that it shows, so
 * that a change in between is noticed.
 */
export function newestRevision({ db }: Pick<Connection, 'db'>): number {
  return db.select({ id: auditEntry.id }).from(auditEntry).orderBy(desc(auditEntry.id)).limit(1).get()?.id ?? 0;
}

/** The fields of a record that were changed after a revision, the last change last, with who changed them and when. */
export function changesSince(db: Db, record: RecordName, revision: number): ReadonlyMap<string, LastChange> {
  const rows = db
    .select({ field: lastChange.field, who: auditEntry.who, at: auditEntry.at })
    .from(lastChange)
    .innerJoin(auditEntry, eq(auditEntry.id, lastChange.auditId))
    .where(and(eq(lastChange.record, record), gt(lastChange.auditId, revision)))
    .orderBy(asc(lastChange.auditId))
    .all();
  return new Map(rows.map(({ field, who, at }) => [field, { who, at }]));
}
