import {
  coverageLayer,
  coverageVersion,
  coverageVersionLayer,
  provider,
  providerDelivery,
  technology,
} from '#db/broadband/schema.ts';
import { getPublishedId, layersOf, type VersionLayer } from '#db/broadband/versions.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, asc, count, desc, eq, gt, gte, inArray, or, type SQL, sql } from '#db/drizzle.ts';
import type { Job } from '#db/jobs/jobs.ts';
import { job } from '#db/jobs/schema.ts';
import { offsetOf, type Page } from '#db/page.ts';
import { pointReport, reportAnswer } from '#db/reports/schema.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

/** A version that brings layers of a provider, as its people see it. */
export interface Delivery {
  readonly id: number;
  /** The name of its file; null if it was made otherwise. */
  readonly source: string | null;
  readonly createdAt: number;
  readonly publishedAt: number | null;
  readonly isPublished: boolean;
  /** The one of the provider's people who delivered it; null if staff did. */
  readonly deliveredBy: string | null;
  /** The technologies of the provider's layers that it brought. */
  readonly technologies: readonly string[];
}

/** A page of a provider's deliveries, newest first. `since`: only those that were made after this instant. */
export function pageOfDeliveries(
  { db }: Pick<Connection, 'db'>,
  providerId: number,
  wanted: { readonly page: number; readonly pageSize: number; readonly since?: EpochMs },
): Page<Delivery> {
  const { limit, offset } = offsetOf(wanted);
  const isSince = wanted.since === undefined ? undefined : gt(coverageVersion.createdAt, wanted.since);
  const own = and(isDelivery(providerId), isSince);
  const { id } = coverageVersion;
  const rows = db.select().from(coverageVersion).where(own).orderBy(desc(id)).limit(limit).offset(offset).all();
  const total = db.select({ total: count() }).from(coverageVersion).where(own).get()?.total ?? 0;
  return { rows: rows.map((version) => deliveryOf(db, providerId, version)), total };
}

/** A delivery of a provider; undefined for a version that does not exist or has nothing of the provider. */
export function getDelivery({ db }: Pick<Connection, 'db'>, providerId: number, id: number): Delivery | undefined {
  const own = and(eq(coverageVersion.id, id), isDelivery(providerId));
  const version = db.select().from(coverageVersion).where(own).get();
  return version && deliveryOf(db, providerId, version);
}

/** The newest complete versions that were made after an instant, for staff who name the one that corrects something. */
export function versionsSince(db: Db, since: EpochMs): (typeof coverageVersion.$inferSelect)[] {
  const { state, id, createdAt } = coverageVersion;
  const isSince = and(eq(state, 'ready'), gt(createdAt, since));
  return db.select().from(coverageVersion).where(isSince).orderBy(desc(id)).limit(100).all();
}

/** Whether a version, published or not, was delivered by a person of the provider. */
export function isDeliveredBy(db: Db, versionId: number, providerId: number): boolean {
  const own = and(eq(coverageVersion.id, versionId), eq(coverageVersion.providerId, providerId));
  return db.select({ id: coverageVersion.id }).from(coverageVersion).where(own).get() !== undefined;
}

/** The provider's layers that are published. */
export function publishedLayersOf({ db }: Pick<Connection, 'db'>, providerId: number): VersionLayer[] {
  const name = db.select({ name: provider.name }).from(provider).where(eq(provider.id, providerId)).get()?.name;
  return layersOf(db, getPublishedId(db)).filter((layer) => layer.provider === name);
}

/** The imports of a provider's people that have not made a version, newest first. */
export function listOpenImports({ db }: Pick<Connection, 'db'>, providerId: number): Job[] {
  const isOpen = inArray(job.state, ['waiting', 'running', 'failed']);
  return db
    .select()
    .from(job)
    .where(and(eq(job.providerId, providerId), eq(job.kind, 'coverage import'), isOpen))
    .orderBy(desc(job.id))
    .limit(20)
    .all();
}

/** A complete version that a person of the provider delivered, or that brought layers of the provider. */
function isDelivery(providerId: number): SQL | undefined {
  return and(
    eq(coverageVersion.state, 'ready'),
    or(eq(coverageVersion.providerId, providerId), hasBroughtLayers(providerId)),
  );
}

/** Whether a version was made with layers of the provider: those that it only kept are older. */
function hasBroughtLayers(providerId: number): SQL {
  // the names are written out because Drizzle omits the table where nothing is joined
  return sql`EXISTS (SELECT 1 FROM coverage_version_layer AS held
    JOIN coverage_layer AS layer ON layer.id = held.layer_id AND layer.provider_id = ${providerId}
    WHERE held.version_id = coverage_version.id AND layer.created_at = coverage_version.created_at)`;
}

function deliveryOf(db: Db, providerId: number, version: typeof coverageVersion.$inferSelect): Delivery {
  const { id, source, createdAt, publishedAt, madeBy } = version;
  const technologies = db
    .selectDistinct({ name: technology.name, position: technology.position })
    .from(coverageVersionLayer)
    .innerJoin(coverageLayer, eq(coverageLayer.id, coverageVersionLayer.layerId))
    .innerJoin(technology, eq(technology.id, coverageLayer.technologyId))
    .where(
      and(
        eq(coverageVersionLayer.versionId, id),
        eq(coverageLayer.providerId, providerId),
        sql`NOT EXISTS (SELECT 1 FROM coverage_version_layer AS kept
          WHERE kept.version_id = ${version.baseId} AND kept.layer_id = ${coverageLayer.id})`,
      ),
    )
    .orderBy(asc(technology.position))
    .all();
  return {
    id,
    source,
    createdAt,
    publishedAt,
    isPublished: getPublishedId(db) === id,
    deliveredBy: version.providerId === providerId ? madeBy : null,
    technologies: technologies.map(({ name }) => name),
  };
}

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
