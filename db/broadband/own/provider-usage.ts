import { providerDelivery } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, eq, gte } from '#db/drizzle.ts';
import { pointReport, reportAnswer } from '#db/reports/schema.ts';

type NewDelivery = typeof providerDelivery.$inferInsert;

/** Notes that a file brought layers of a provider. */
export function insertDelivery(db: Db, delivery: NewDelivery): void {
  db.insert(providerDelivery).values(delivery).run();
}

/** The imports of files with layers of a provider since an instant, oldest first. */
export function deliveriesSince({ db }: Pick<Connection, 'db'>, providerId: number, since: number) {
  const { deliveredAt, isOwn } = providerDelivery;
  return db
    .select({ at: deliveredAt, isOwn })
    .from(providerDelivery)
    .where(and(eq(providerDelivery.providerId, providerId), gte(deliveredAt, since)))
    .orderBy(asc(deliveredAt))
    .all();
}

/** The reports since an instant about which a provider was asked, with its answer; `outcome` null without one. */
export function reportsSince({ db }: Pick<Connection, 'db'>, providerId: number, since: number) {
  const { outcome, answeredAt } = reportAnswer;
  return db
    .select({ at: pointReport.createdAt, outcome, answeredAt })
    .from(reportAnswer)
    .innerJoin(pointReport, eq(pointReport.id, reportAnswer.reportId))
    .where(and(eq(reportAnswer.providerId, providerId), gte(pointReport.createdAt, since)))
    .orderBy(asc(pointReport.createdAt))
    .all();
}
