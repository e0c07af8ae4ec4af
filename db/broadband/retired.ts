import { coverageLayer, coverageVersionLayer, provider, technology } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { and, eq, isNotNull, or } from '#db/drizzle.ts';
import { Refusal } from '#lib/refusal.ts';

/** @throws Refusal when a version has layers of a retired technology or provider: its offers would not show */
export function requireNothingRetired(db: Db, versionId: number): void {
  const found = db
    .select({ technology, provider })
    .from(coverageVersionLayer)
    .innerJoin(coverageLayer, eq(coverageLayer.id, coverageVersionLayer.layerId))
    .innerJoin(technology, eq(technology.id, coverageLayer.technologyId))
    .innerJoin(provider, eq(provider.id, coverageLayer.providerId))
    .where(
      and(
        eq(coverageVersionLayer.versionId, versionId),
        or(isNotNull(technology.retiredAt), isNotNull(provider.retiredAt)),
      ),
    )
    .limit(1)
    .get();
  if (found === undefined) return;
  const retired = found.technology.retiredAt === null ? found.provider.name : found.technology.name;
  throw new Refusal({ code: 'version-of-retired', versionId, retired });
}
