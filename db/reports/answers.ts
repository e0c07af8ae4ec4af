import { provider } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, count, eq, isNull, type SQL, sql } from '#db/drizzle.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import type { Outcome } from '#lib/reports/outcome.ts';
import type { PointReport } from './reports.ts';
import { pointReport, reportAnswer } from './schema.ts';

export type ReportAnswer = typeof reportAnswer.$inferSelect;

/** An answer as it is shown, with the name of the provider; null for staff. */
export interface NamedAnswer extends ReportAnswer {
  readonly provider: string | null;
}

/** Has these providers asked to answer a report. */
export function askProviders(db: Db, reportId: number, providerIds: readonly number[]): void {
  for (const providerId of new Set(providerIds)) db.insert(reportAnswer).values({ reportId, providerId }).run();
}

/** The answers to a report, and who has not answered yet: providers by name, then staff. */
export function answersTo({ db }: Pick<Connection, 'db'>, reportId: number): NamedAnswer[] {
  return db
    .select({ answer: reportAnswer, provider: provider.name })
    .from(reportAnswer)
    .leftJoin(provider, eq(provider.id, reportAnswer.providerId))
    .where(eq(reportAnswer.reportId, reportId))
    .orderBy(sql`${reportAnswer.providerId} IS NULL`, asc(provider.foldedName))
    .all()
    .map(({ answer, provider: name }) => ({ ...answer, provider: name }));
}

/** The answer of a provider, or of staff (null), to a report; undefined for a provider that need not answer it. */
export function getAnswer(
  { db }: Pick<Connection, 'db'>,
  reportId: number,
  providerId: number | null,
): ReportAnswer | undefined {
  return db
    .select()
    .from(reportAnswer)
    .where(and(eq(reportAnswer.reportId, reportId), isOf(providerId)))
    .get();
}

/** Stores the answer of a provider, or of staff (null). */
export function putAnswer(
  db: Db,
  reportId: number,
  providerId: number | null,
  answer: Pick<ReportAnswer, 'outcome' | 'delivery' | 'words' | 'answeredBy' | 'answeredAt'>,
): void {
  const own = and(eq(reportAnswer.reportId, reportId), isOf(providerId));
  if (db.update(reportAnswer).set(answer).where(own).run().changes > 0) return;
  db.insert(reportAnswer)
    .values({ reportId, providerId, ...answer })
    .run();
}

/** A report as the people of a provider see it: without who made it and the notes of staff. */
export interface AskedReport extends Pick<PointReport, 'id' | 'createdAt' | 'y' | 'x' | 'what' | 'versionId'> {
  /** The number of the answer, which exists from the start: exports read by it. */
  readonly answerId: number;
  readonly outcome: ReportAnswer['outcome'];
  readonly delivery: number | null;
  readonly words: string;
  readonly answeredBy: string | null;
  readonly answeredAt: number | null;
}

const { id, createdAt, y, x, what, versionId } = pointReport;
const { outcome, delivery, words, answeredBy, answeredAt } = reportAnswer;
const asked = {
  id,
  createdAt,
  y,
  x,
  what,
  versionId,
  answerId: reportAnswer.id,
  outcome,
  delivery,
  words,
  answeredBy,
  answeredAt,
};

export const askedReportSorts = ['state', 'came', 'by'] as const;

export interface AskedReportQuery extends PageRequest<(typeof askedReportSorts)[number]> {
  /** Part of the visitor's text or of the answer; empty for all. */
  readonly search: string;
  readonly state: 'open' | Outcome | undefined;
}

/** A page of the reports to a provider; by state, those without an answer are last, or first if descending. */
export function pageOfAskedReports(
  { db }: Pick<Connection, 'db'>,
  providerId: number,
  wanted: AskedReportQuery,
): Page<AskedReport> {
  const { search, state } = wanted;
  // the rows are counted without the join
  const text = sql`(SELECT what FROM point_report WHERE point_report.id = report_answer.report_id)`;
  return pageOf(db, wanted, {
    table: reportAnswer,
    matches: and(isOf(providerId), anyContains(search, text, words), state && isInState(state)),
    sorts: { state: sql`(${outcome} IS NULL)`, came: reportAnswer.reportId, by: answeredBy },
    select: (isOnPage) =>
      db
        .select(asked)
        .from(reportAnswer)
        .innerJoin(pointReport, eq(pointReport.id, reportAnswer.reportId))
        .where(isOnPage),
  });
}

const isInState = (state: 'open' | Outcome) => (state === 'open' ? isNull(outcome) : eq(outcome, state));

/** A report to a provider; undefined for all others. */
export function getAskedReport(
  { db }: Pick<Connection, 'db'>,
  providerId: number,
  reportId: number,
): AskedReport | undefined {
  return db
    .select(asked)
    .from(reportAnswer)
    .innerJoin(pointReport, eq(pointReport.id, reportAnswer.reportId))
    .where(and(eq(pointReport.id, reportId), isOf(providerId)))
    .get();
}

/** How many reports wait for the answer of a provider. */
export function countUnanswered(db: Db, providerId: number): number {
  return countWhere(db, and(isOf(providerId), isNull(outcome)));
}

/** The report of a visitor's link, by the hash of its token. */
export function getReportOfLink({ db }: Pick<Connection, 'db'>, linkHash: string) {
  const { state } = pointReport;
  return db.select({ id, createdAt, state }).from(pointReport).where(eq(pointReport.linkHash, linkHash)).get();
}

function isOf(providerId: number | null): SQL {
  return providerId === null ? isNull(reportAnswer.providerId) : eq(reportAnswer.providerId, providerId);
}

function countWhere(db: Db, matches: SQL | undefined): number {
  return db.select({ total: count() }).from(reportAnswer).where(matches).get()?.total ?? 0;
}
