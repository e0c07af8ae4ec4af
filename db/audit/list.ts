import type { Connection } from '#db/client.ts';
import { and, desc, eq, gte, inArray, like, lt, or, type SQL } from '#db/drizzle.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import type { RecordName } from './last-changes.ts';
import { auditEntry, auditRecord } from './schema.ts';

/** Filters of the audit log. Instants are epoch milliseconds. */
export interface AuditFilter {
  readonly who: string | undefined;
  /** An action (`network.add`), or all of one kind (`network`). */
  readonly action: string | undefined;
  /** Part of the subject, or of the values before or after; empty for all. */
  readonly search: string;
  readonly from: number | undefined;
  readonly until: number | undefined;
}

export type AuditEntry = typeof auditEntry.$inferSelect;

/** A page of the audit log. */
export function pageOfAudit({ db }: Connection, wanted: AuditFilter & PageRequest<'when'>): Page<AuditEntry> {
  return pageOf(db, wanted, {
    table: auditEntry,
    matches: matchesOf(wanted),
    sorts: { when: auditEntry.id },
    select: (isOnPage) => db.select().from(auditEntry).where(isOnPage),
  });
}

/** All matching rows, newest first, read in batches, so that rows may be added while it is read. */
export function* auditEntries({ db }: Connection, filter: AuditFilter, atOnce = 1000): Generator<AuditEntry> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = db
      .select()
      .from(auditEntry)
      .where(and(matchesOf(filter), lt(auditEntry.id, before)))
      .orderBy(desc(auditEntry.id))
      .limit(atOnce)
      .all();
    yield* rows;
    if (rows.length < atOnce) return;
    before = rows.at(-1)?.id ?? 0;
  }
}

/** A page of the history of a record, newest first. */
export function pageOfHistory({ db }: Connection, record: RecordName, wanted: PageRequest<'when'>): Page<AuditEntry> {
  const about = db.select({ id: auditRecord.auditId }).from(auditRecord).where(eq(auditRecord.record, record));
  return pageOf(db, wanted, {
    table: auditEntry,
    matches: inArray(auditEntry.id, about),
    sorts: { when: auditEntry.id },
    select: (isOnPage) => db.select().from(auditEntry).where(isOnPage),
  });
}

/** The names of everybody who changed something, and of every action, for the filters. */
export function auditChoices({ db }: Connection): { readonly people: string[]; readonly actions: string[] } {
  const people = db.selectDistinct({ who: auditEntry.who }).from(auditEntry).orderBy(auditEntry.who).all();
  const actions = db.selectDistinct({ action: auditEntry.action }).from(auditEntry).orderBy(auditEntry.action).all();
  return { people: people.map(({ who }) => who), actions: actions.map(({ action }) => action) };
}

function matchesOf({ who, action, search, from, until }: AuditFilter): SQL | undefined {
  return and(
    who === undefined ? undefined : eq(auditEntry.who, who),
    action === undefined ? undefined : or(eq(auditEntry.action, action), like(auditEntry.action, `${action}.%`)),
    anyContains(search, auditEntry.subject, auditEntry.before, auditEntry.after),
    from === undefined ? undefined : gte(auditEntry.at, from),
    until === undefined ? undefined : lt(auditEntry.at, until),
  );
}

/** The newest row of the audit log, which vouches for all before it. */
export function getLastAudit({ db }: Connection): { readonly id: number; readonly hash: string } | undefined {
  const { id, hash } = auditEntry;
  return db.select({ id, hash }).from(auditEntry).orderBy(desc(id)).limit(1).get();
}

/** The hash of a row of the audit log, if it exists. */
export function getAuditHash({ db }: Connection, id: number): string | undefined {
  return db.select({ hash: auditEntry.hash }).from(auditEntry).where(eq(auditEntry.id, id)).get()?.hash;
}
