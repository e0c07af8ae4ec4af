import { provider, providerAlias } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { eq, inArray, isNull } from '#db/drizzle.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import type { ImportProvider } from '#lib/broadband/import/offers/parse-offer.ts';
import { allDefaultSpeeds } from './own/default-speeds.ts';

/** The known providers, by each of their names and aliases (folded). */
export function readProviders(db: Db): Map<string, ImportProvider> {
  const rows = db
    .select({ id: provider.id, name: provider.name, url: provider.url, wholesaleNetwork: provider.wholesaleNetwork })
    .from(provider)
    .where(isNull(provider.pendingVersionId))
    .all();
  const speeds = allDefaultSpeeds(db);
  const known = new Map(
    rows.map(({ id, ...row }) => [foldName(row.name), { ...row, defaultSpeeds: speeds.get(id) ?? [] }]),
  );
  const aliases = db
    .select({ foldedName: providerAlias.foldedName, name: provider.name })
    .from(providerAlias)
    .innerJoin(provider, eq(provider.id, providerAlias.providerId))
    .all();
  for (const { foldedName, name } of aliases) {
    const named = known.get(foldName(name));
    if (named !== undefined) known.set(foldedName, named);
  }
  return known;
}

/** The ids of the providers with these names. */
export function providerIdsOf(db: Db, names: readonly string[]): number[] {
  const named = inArray(provider.foldedName, names.map(foldName));
  return db
    .select({ id: provider.id })
    .from(provider)
    .where(named)
    .all()
    .map(({ id }) => id);
}
