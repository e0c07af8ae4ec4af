import type { Connection, Db } from '#db/client.ts';
import { and, eq, inArray, isNotNull, lte } from '#db/drizzle.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import { emailKeptDays, type VisitorReport } from '#lib/reports/visitor-report.ts';
import { pointReport } from './schema.ts';

export type PointReport = typeof pointReport.$inferSelect;
export type ReportState = PointReport['state'];
export const reportStates = ['open', 'done'] as const satisfies readonly ReportState[];
export const reportSorts = ['came', 'handled', 'by'] as const;

export interface ReportQuery extends PageRequest<(typeof reportSorts)[number]> {
  /** Part of what the visitor or staff wrote; empty for all. */
  readonly search: string;
  readonly state: ReportState | undefined;
}

/** What the API answers for the point of a report, by which version of the coverage. */
export interface ReportedAnswer {
  readonly answer: string;
  readonly versionId: number | undefined;
}

/**
 * Stores a visitor's report. @returns its number, which they may quote
 *
 * @param linkHash the hash of the token of their link
 */
export function addReport(
  db: Db,
  report: VisitorReport,
  { answer, versionId }: ReportedAnswer,
  nowMs: number,
  linkHash?: string,
): number {
  const { point, what, email, shown } = report;
  const row = { createdAt: nowMs, y: point.y, x: point.x, what, email: email ?? null, shown, answer };
  return db
    .insert(pointReport)
    .values({ ...row, versionId: versionId ?? null, linkHash })
    .returning({ id: pointReport.id })
    .get().id;
}

export function getReport({ db }: Pick<Connection, 'db'>, id: number): PointReport | undefined {
  return db.select().from(pointReport).where(eq(pointReport.id, id)).get();
}

/** A page of the visitors' reports. */
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

/** Stores what staff found out about a report. */
export function updateReport(
  db: Db,
  id: number,
  changed: Pick<PointReport, 'state' | 'note' | 'handledBy' | 'handledAt'>,
): void {
  db.update(pointReport).set(changed).where(eq(pointReport.id, id)).run();
}

/**
 * Deletes the email addresses in reports that are older than `emailKeptDays`, from the pages of the file too.
 *
 * @param most how many at a time, since the write lock may be held only briefly
 * @returns how many were deleted
 */
export function forgetReportEmails({ db, sqlite }: Connection, nowMs: number, most = 200): number {
  const lapsed = db
    .select({ id: pointReport.id })
    .from(pointReport)
    .where(and(isNotNull(pointReport.email), lte(pointReport.createdAt, nowMs - emailKeptDays * 86_400_000)))
    .limit(most)
    .all();
  if (lapsed.length === 0) return 0;
  sqlite.pragma('secure_delete = ON');
  const ids = lapsed.map(({ id }) => id);
  db.update(pointReport).set({ email: null }).where(inArray(pointReport.id, ids)).run();
  sqlite.pragma('secure_delete = OFF');
  return lapsed.length;
}
