import { defaultSpeed, provider, technology } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { and, asc, eq, isNull, type SQL } from '#db/drizzle.ts';
import { speedFields } from '#lib/broadband/import/offers/offer-fields.ts';
import type { DefaultSpeeds, Speeds } from '#lib/broadband/import/offers/speeds.ts';

/** The default speeds of all providers, by the provider's number. */
export function allDefaultSpeeds(db: Db): ReadonlyMap<number, readonly DefaultSpeeds[]> {
  return Map.groupBy(readDefaults(db), ({ providerId }) => providerId);
}

/** The default speeds of a provider, in the order of the technologies in use; those without any are left out. */
export function defaultSpeedsOf(db: Db, providerId: number): (DefaultSpeeds & { readonly technologyId: number })[] {
  return readDefaults(db, eq(defaultSpeed.providerId, providerId));
}

/** Stores the default speeds of a provider for a technology; without any, nothing is stored. */
export function putDefaultSpeeds(db: Db, providerId: number, technologyId: number, speeds: Speeds): void {
  const isOf = and(eq(defaultSpeed.providerId, providerId), eq(defaultSpeed.technologyId, technologyId));
  db.delete(defaultSpeed).where(isOf).run();
  if (Object.keys(speeds).length > 0)
    db.insert(defaultSpeed)
      .values({ providerId, technologyId, ...speeds })
      .run();
}

function readDefaults(db: Db, matches?: SQL) {
  const rows = db
    .select({ speeds: defaultSpeed, technology: technology.name })
    .from(defaultSpeed)
    .innerJoin(technology, eq(technology.id, defaultSpeed.technologyId))
    .where(and(isNull(technology.retiredAt), matches))
    .orderBy(asc(technology.position))
    .all();
  return rows.map(({ speeds: { providerId, technologyId, ...columns }, technology: name }) => ({
    providerId,
    technologyId,
    technology: name,
    speeds: Object.fromEntries(
      speedFields.flatMap((field) => (columns[field] === null ? [] : [[field, columns[field]]])),
    ) as Speeds,
  }));
}

/** The names of the technologies that a provider's people may deliver: all in use, unless staff chose some of them. */
export function deliverableTechnologies(db: Db, providerId: number): string[] {
  const chosen = chosenTechnologies(db, providerId);
  return db
    .select({ id: technology.id, name: technology.name })
    .from(technology)
    .where(isNull(technology.retiredAt))
    .orderBy(asc(technology.position))
    .all()
    .filter(({ id }) => chosen === null || chosen.includes(id))
    .map(({ name }) => name);
}

/** The technologies that staff chose for a provider, by number; null for all. */
export function chosenTechnologies(db: Db, providerId: number): readonly number[] | null {
  const found = db.select({ chosen: provider.delivers }).from(provider).where(eq(provider.id, providerId)).get();
  return found?.chosen ?? null;
}

/** @param chosen null for all technologies, also those that are added later */
export function setChosenTechnologies(db: Db, providerId: number, chosen: readonly number[] | null): void {
  db.update(provider).set({ delivers: chosen }).where(eq(provider.id, providerId)).run();
}
