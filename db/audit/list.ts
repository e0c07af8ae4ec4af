import type { Connection } from '#db/client.ts';
import { and, asc, desc, eq, gte, inArray, like, lt, or, type SQL, sql } from '#db/drizzle.ts';
import { anyContainsExactly, offsetOf, type Page, type PageRequest, pageOf } from '#db/page.ts';
import type { RecordName } from './last-changes.ts';
import { auditEntry, auditRecord } from './schema.ts';
import { isCommon, matchOf } from './search.ts';

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
interface PageOfAudit extends Page<AuditEntry> {
  /** Whether a search finds more than `mostFound` rows, beyond which nothing is listed. */
  readonly isCut: boolean;
}

/** The most rows that a search lists, the newest ones. It limits the cost of a page whatever the size of the log. */
export const mostFound = 10_000;

/** A page of the audit log. */
export function pageOfAudit(connection: Connection, wanted: AuditFilter & PageRequest<'when'>): PageOfAudit {
  const { db } = connection;
  const select = (isOnPage: SQL) => db.select().from(auditEntry).where(isOnPage);
  if (wanted.search === '') {
    const sorts = { when: auditEntry.id };
    const page = pageOf(db, wanted, { table: auditEntry, matches: matchesOf(wanted), sorts, select });
    return { rows: page.rows, total: page.total, isCut: false };
  }
  const found = newestIds(connection, wanted, Number.MAX_SAFE_INTEGER, mostFound + 1);
  const listed = found.slice(0, mostFound);
  const { limit, offset } = offsetOf(wanted);
  const onPage = (wanted.descending ? listed : listed.toReversed()).slice(offset, offset + limit);
  const order = wanted.descending ? desc(auditEntry.id) : asc(auditEntry.id);
  const rows = select(inArray(auditEntry.id, onPage)).orderBy(order).all();
  return { rows, total: listed.length, isCut: found.length > mostFound };
}

/** All matching rows, newest first, read in batches, so that rows may be added while it is read. */
export function* auditEntries(connection: Connection, filter: AuditFilter, atOnce = 1000): Generator<AuditEntry> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const ids = newestIds(connection, filter, before, atOnce);
    yield* connection.db
      .select()
      .from(auditEntry)
      .where(inArray(auditEntry.id, ids))
      .orderBy(desc(auditEntry.id))
      .all();
    if (ids.length < atOnce) return;
    before = ids.at(-1) ?? 0;
  }
}

/** Of the matching rows before `before`, the ids of the newest `most`, newest first. */
function newestIds(connection: Connection, filter: AuditFilter, before: number, most: number): number[] {
  const ids = connection.db.select({ id: sql<number>`${auditEntry.id}` });
  const isMatch = and(matchesOf(filter), lt(auditEntry.id, before));
  const match = matchOf(connection, filter.search);
  const rows =
    match === undefined || (isNarrow(filter) && isCommon(connection, match, mostFound))
      ? ids.from(auditEntry).where(isMatch).orderBy(desc(auditEntry.id))
      : ids
          // CROSS: the index of the search first, from its end
          .from(sql`audit_text CROSS JOIN ${auditEntry} ON ${auditEntry.id} = audit_text.rowid`)
          .where(and(sql`audit_text MATCH ${match} AND audit_text.rowid < ${before}`, isMatch))
          .orderBy(sql`audit_text.rowid DESC`);
  return rows
    .limit(most)
    .all()
    .map(({ id }) => id);
}

/** Whether another index finds few rows. */
function isNarrow({ who, action, from, until }: AuditFilter): boolean {
  return [who, action, from, until].some((filter) => filter !== undefined);
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
    anyContainsExactly(search, auditEntry.subject, auditEntry.before, auditEntry.after),
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
