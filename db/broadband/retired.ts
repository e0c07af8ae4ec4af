import { coverageLayer, coverageVersionLayer, provider, technology } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { and, eq, isNotNull, or } from '#db/drizzle.ts';
import { Refusal } from '#lib/refusal.ts';

/** @throws Refusal when a version holds a layer of a technology or a provider that is retired: its offers would not show */
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
  throw new Refusal(`Version ${versionId} holds layers of ${retired}, which is retired: bring it back first.`);
}
