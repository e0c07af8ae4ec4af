import { asc, isNull } from 'drizzle-orm';
import { foldName } from '#lib/broadband/import/fold-name.ts';
import type { ImportProvider } from '#lib/broadband/import/parse-offer.ts';
import type { Db } from './client.ts';
import { provider, technology } from './schema.ts';

/** The providers known so far, by folded name. */
export function readProviders(db: Db): Map<string, ImportProvider> {
  const rows = db
    .select({ name: provider.name, url: provider.url, wholesaleNetwork: provider.wholesaleNetwork })
    .from(provider)
    .where(isNull(provider.pendingVersionId))
    .all();
  return new Map(rows.map((row) => [foldName(row.name), row]));
}

/** The names of the technologies in use, in their order. */
export function readTechnologyNames(db: Db): string[] {
  return db
    .select({ name: technology.name })
    .from(technology)
    .where(isNull(technology.retiredAt))
    .orderBy(asc(technology.position))
    .all()
    .map(({ name }) => name);
}
