import { provider } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, count, desc, eq, isNull, type SQL, sql } from '#db/drizzle.ts';
import { offsetOf, type Page } from '#db/page.ts';
import type { PointReport } from './reports.ts';
import { pointReport, reportAnswer } from './schema.ts';

export type ReportAnswer = typeof reportAnswer.$inferSelect;

/** An answer as it is shown, with the name of the provider; null for staff. */
export interface NamedAnswer extends ReportAnswer {
  readonly provider: string | null;
}

/** Asks these providers about a report. */
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

/** The answer of a provider, or of staff (null), to a report; undefined for a provider that was not asked. */
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

/** Stores the answer of a provider that was asked, or of staff (null). */
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

/** A report as the people of a provider that was asked about it see it: not who made it, nor the notes of staff. */
export interface AskedReport extends Pick<PointReport, 'id' | 'createdAt' | 'y' | 'x' | 'what' | 'versionId'> {
  readonly outcome: ReportAnswer['outcome'];
  readonly delivery: number | null;
  readonly words: string;
  readonly answeredBy: string | null;
  readonly answeredAt: number | null;
}

const { id, createdAt, y, x, what, versionId } = pointReport;
const { outcome, delivery, words, answeredBy, answeredAt } = reportAnswer;
const asked = {
  ...{ id, createdAt, y, x, what, versionId },
  ...{ outcome, delivery, words, answeredBy, answeredAt },
};

/** A page of the reports that a provider is asked about: those without an answer first, then the newest. */
export function pageOfAskedReports(
  { db }: Pick<Connection, 'db'>,
  providerId: number,
  wanted: { readonly page: number; readonly pageSize: number },
): Page<AskedReport> {
  const { limit, offset } = offsetOf(wanted);
  const rows = db
    .select(asked)
    .from(reportAnswer)
    .innerJoin(pointReport, eq(pointReport.id, reportAnswer.reportId))
    .where(isOf(providerId))
    .orderBy(sql`${outcome} IS NOT NULL`, desc(pointReport.id))
    .limit(limit)
    .offset(offset)
    .all();
  return { rows, total: countWhere(db, isOf(providerId)) };
}

/** A report that a provider is asked about; undefined for all others. */
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
