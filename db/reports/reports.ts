import type { Authorship } from '#db/audit/record-change.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, eq, isNotNull, lte } from '#db/drizzle.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import { Refusal } from '#lib/refusal.ts';
import type { VisitorReport } from '#lib/reports/visitor-report.ts';
import { pointReport } from './schema.ts';

export type PointReport = typeof pointReport.$inferSelect;
export type ReportState = PointReport['state'];
export const reportStates = ['open', 'done'] as const satisfies readonly ReportState[];
export const reportSorts = ['came', 'handled', 'by'] as const;

/** How long a visitor's e-mail address is kept, in milliseconds: the 90 days that the form promises. */
export const EMAIL_KEPT_MS = 90 * 86_400_000;

export interface ReportQuery extends PageRequest<(typeof reportSorts)[number]> {
  /** Part of what the visitor or staff wrote; empty for all. */
  readonly search: string;
  readonly state: ReportState | undefined;
}

/** What the service itself knows of the point when a report comes. */
export interface ReportedAnswer {
  /** The body of the API's answer. */
  readonly answer: string;
  readonly versionId: number | undefined;
}

/** Keeps what a visitor says. @returns its number, which they may quote */
export function addReport(db: Db, report: VisitorReport, { answer, versionId }: ReportedAnswer, nowMs: number): number {
  const { point, what, email, shown } = report;
  const row = { createdAt: nowMs, y: point.y, x: point.x, what, email: email ?? null, shown, answer };
  return db
    .insert(pointReport)
    .values({ ...row, versionId: versionId ?? null })
    .returning({ id: pointReport.id })
    .get().id;
}

/** A report by its number. */
export function getReport({ db }: Pick<Connection, 'db'>, id: number): PointReport | undefined {
  return db.select().from(pointReport).where(eq(pointReport.id, id)).get();
}

/** A page of what visitors said. */
export function pageOfReports({ db }: Connection, wanted: ReportQuery): Page<PointReport> {
  const { state, what, note, createdAt, handledAt, handledBy } = pointReport;
  return pageOf(db, wanted, {
    table: pointReport,
    matches: and(
      anyContains(wanted.search, what, note),
      wanted.state === undefined ? undefined : eq(state, wanted.state),
    ),
    sorts: { came: createdAt, handled: handledAt, by: handledBy },
    select: (isOnPage) => db.select().from(pointReport).where(isOnPage),
  });
}

/**
 * Says what staff found out about a report, and whether it is done. The audit log learns nothing of the visitor.
 *
 * @throws Refusal when there is no such report
 */
export function changeReport(
  db: Db,
  id: number,
  after: { readonly state: ReportState; readonly note: string },
  { actor, nowMs }: Authorship,
): void {
  const standing = getReport({ db }, id);
  if (standing === undefined) throw new Refusal('There is no such report.');
  const before = { state: standing.state, note: standing.note };
  if (before.state === after.state && before.note === after.note) return;
  db.update(pointReport)
    .set({ ...after, handledBy: actor.who, handledAt: nowMs })
    .where(eq(pointReport.id, id))
    .run();
  recordChange(db, { actor, action: 'report.change', subject: `report ${id}`, before, after }, nowMs);
}

/**
 * Deletes the e-mail addresses of visitors whose report is 90 days old, so that nothing of them stays in the file either.
 *
 * @param most at once: the write lock is held only shortly
 * @returns how many
 */
export function forgetReportEmails({ db, sqlite }: Connection, nowMs: number, most = 200): number {
  const lapsed = db
    .select({ id: pointReport.id })
    .from(pointReport)
    .where(and(isNotNull(pointReport.email), lte(pointReport.createdAt, nowMs - EMAIL_KEPT_MS)))
    .limit(most)
    .all();
  if (lapsed.length === 0) return 0;
  sqlite.pragma('secure_delete = ON');
  db.transaction(
    (within) => {
      for (const { id } of lapsed) within.update(pointReport).set({ email: null }).where(eq(pointReport.id, id)).run();
    },
    { behavior: 'immediate' },
  );
  sqlite.pragma('secure_delete = OFF');
  return lapsed.length;
}
