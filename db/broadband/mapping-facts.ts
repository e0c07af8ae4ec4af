import { allDefaultSpeeds } from '#db/broadband/own/settings.ts';
import { coverageDelivery, provider, providerAlias } from '#db/broadband/schema.ts';
import type { Connection, Db } from '#db/client.ts';
import { and, desc, eq, inArray, isNull } from '#db/drizzle.ts';
import { hasParameter, type Job } from '#db/jobs/jobs.ts';
import { job, upload } from '#db/jobs/schema.ts';
import type { KnownProvider, MappingFacts } from '#lib/broadband/import/mapping/mapping-values.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { technologiesInUse } from './technologies.ts';
import { getPublishedId, layersOf } from './versions.ts';

/** What is known apart from a file, for the screen on which a person explains it. @param layerName the name of its layer */
export function mappingFacts(db: Db, layerName: string): Omit<MappingFacts, 'columns'> {
  return {
    technologies: technologiesInUse({ db }).map(({ name }) => name),
    providers: knownProviders(db, layerName),
    published: layersOf(db, getPublishedId(db)).map(({ technology, provider: name, delivery, parts, asOf }) => ({
      technology,
      provider: name,
      delivery,
      parts,
      asOf,
    })),
    layerName,
  };
}

function knownProviders(db: Db, layerName: string): KnownProvider[] {
  const aliases = db.select().from(providerAlias).all();
  const speeds = allDefaultSpeeds(db);
  const deliveries = db.select().from(coverageDelivery).where(eq(coverageDelivery.layerName, layerName)).all();
  return db
    .select()
    .from(provider)
    .where(isNull(provider.pendingVersionId))
    .all()
    .map(({ id, name, foldedName, retiredAt }) => ({
      id,
      name,
      isRetired: retiredAt !== null,
      foldedNames: [
        foldedName,
        ...aliases.filter(({ providerId }) => providerId === id).map((alias) => alias.foldedName),
      ],
      delivery: deliveries.find(({ providerId }) => providerId === id)?.delivery,
      defaultSpeeds: (speeds.get(id) ?? []).map(({ technology, speeds: each }) => ({ technology, speeds: each })),
    }))
    .toSorted((a, b) => foldName(a.name).localeCompare(foldName(b.name)));
}

/** The imports that were started from the page of an inspection, the latest first. */
export function importsOfInspection({ db }: Pick<Connection, 'db'>, inspection: number): Job[] {
  return db
    .select()
    .from(job)
    .where(and(eq(job.kind, 'coverage import'), hasParameter('inspection', inspection)))
    .orderBy(desc(job.id))
    .all();
}

/** The uploaded files that are not explained yet: the latest inspection of each. */
export function listOpenInspections({ db }: Pick<Connection, 'db'>): Job[] {
  const inspections = db
    .select({ job })
    .from(job)
    .innerJoin(upload, eq(upload.id, job.uploadId))
    .where(eq(job.kind, 'coverage inspection'))
    .orderBy(desc(job.id))
    .all()
    .map(({ job: inspection }) => inspection);
  const latest = [...Map.groupBy(inspections, ({ uploadId }) => uploadId).values()].flatMap(([first]) => first ?? []);
  const uploads = latest.flatMap(({ uploadId }) => (uploadId === null ? [] : [uploadId]));
  const imported = db
    .select({ uploadId: job.uploadId })
    .from(job)
    .where(
      and(
        eq(job.kind, 'coverage import'),
        inArray(job.uploadId, uploads),
        inArray(job.state, ['waiting', 'running', 'done']),
      ),
    )
    .all();
  return latest.filter(
    ({ state, uploadId }) => state !== 'cancelled' && imported.every((each) => each.uploadId !== uploadId),
  );
}
