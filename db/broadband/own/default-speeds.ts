import { defaultSpeed, technology } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { and, asc, eq, isNull, type SQL } from '#db/drizzle.ts';
import type { DefaultSpeeds, Speeds } from '#lib/broadband/import/offers/default-speeds.ts';
import { speedFields } from '#lib/broadband/import/offers/offer-fields.ts';

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
