import { allDefaultSpeeds } from '#db/broadband/own/settings.ts';
import type { Connection, Db } from '#db/client.ts';
import {
  and,
  asc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  notExists,
  or,
  type SQL,
  sql,
} from '#db/drizzle.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import type { ImportProvider } from '#lib/broadband/import/offers/parse-offer.ts';
import { Refusal, required } from '#lib/refusal.ts';
import { plainName } from '#lib/same-name.ts';
import { countPublishedOffers } from './freshness.ts';
import { coverageLayer, provider, providerAlias } from './schema.ts';
import { getPublishedId } from './versions.ts';

export type Provider = typeof provider.$inferSelect;

/** What staff record about a provider. Address and wholesale value fill the blanks of files; they change no offer. */
export type ProviderDetails = Pick<Provider, 'name' | 'url' | 'wholesaleNetwork'>;

/** A known provider; one that an unfinished import brings is not known yet. */
export function getProvider({ db }: Pick<Connection, 'db'>, id: number): Provider | undefined {
  return db
    .select()
    .from(provider)
    .where(and(eq(provider.id, id), isNull(provider.pendingVersionId)))
    .get();
}

/** @throws Refusal when the provider does not exist */
export function requireProvider(db: Db, id: number): Provider {
  return required(getProvider({ db }, id), { code: 'provider-gone' });
}

/** The provider with this name or alias; also one that an unfinished import brings. */
export function getProviderByName(db: Db, name: string): Provider | undefined {
  const foldedName = foldName(name);
  const named = db.select().from(provider).where(eq(provider.foldedName, foldedName)).get();
  if (named !== undefined) return named;
  const alias = db.select().from(providerAlias).where(eq(providerAlias.foldedName, foldedName)).get();
  return alias && db.select().from(provider).where(eq(provider.id, alias.providerId)).get();
}

/** The provider, other than one, whose name looks the same (`plainName`). */
export function getProviderLike(db: Db, name: string, exceptId: number | undefined): Provider | undefined {
  const plain = plainName(name);
  const rows = db.select().from(provider).all();
  return rows.find((row) => row.id !== exceptId && plainName(row.name) === plain);
}

/** The known provider with this name or alias. @throws Refusal if no provider has it */
export function requireProviderByName(db: Db, name: string): Provider {
  const found = getProviderByName(db, name);
  if (found === undefined || found.pendingVersionId !== null) throw new Refusal({ code: 'no-such-provider', name });
  return found;
}

/** @returns the id of the new provider */
export function insertProvider(db: Db, details: ProviderDetails, nowMs: number): number {
  return db
    .insert(provider)
    .values({ ...details, foldedName: foldName(details.name), createdAt: nowMs })
    .returning({ id: provider.id })
    .get().id;
}

/** Changes a provider. A name it had becomes an alias, so that files which still use it are understood. */
export function updateProvider(db: Db, { id, name, foldedName: before }: Provider, details: ProviderDetails): void {
  const foldedName = foldName(details.name);
  if (foldedName !== before) {
    db.delete(providerAlias).where(eq(providerAlias.foldedName, foldedName)).run();
    insertAlias(db, id, name);
  }
  db.update(provider)
    .set({ ...details, foldedName })
    .where(eq(provider.id, id))
    .run();
}

/** @param retiredAt epoch milliseconds; null restores the provider */
export function setProviderRetired(db: Db, id: number, retiredAt: number | null): void {
  db.update(provider).set({ retiredAt }).where(eq(provider.id, id)).run();
}

export function insertAlias(db: Db, providerId: number, name: string): void {
  db.insert(providerAlias)
    .values({ foldedName: foldName(name), name, providerId })
    .run();
}

/** @returns whether the provider had this alias */
export function deleteAlias(db: Db, providerId: number, alias: string): boolean {
  const own = and(eq(providerAlias.providerId, providerId), eq(providerAlias.foldedName, foldName(alias)));
  return db.delete(providerAlias).where(own).run().changes > 0;
}

/** Deletes those of these providers that no layer belongs to. */
export function deleteUnusedProviders(db: Db, names: readonly string[]): void {
  const ofLayers = db.select().from(coverageLayer).where(eq(coverageLayer.providerId, provider.id));
  db.delete(provider)
    .where(and(inArray(provider.name, [...names]), notExists(ofLayers)))
    .run();
}

/** The aliases of a provider, in alphabetical order. */
export function aliasesOf({ db }: Pick<Connection, 'db'>, providerId: number): string[] {
  return db
    .select({ name: providerAlias.name })
    .from(providerAlias)
    .where(eq(providerAlias.providerId, providerId))
    .orderBy(asc(providerAlias.foldedName))
    .all()
    .map(({ name }) => name);
}

/** Every known provider by name, with its aliases and how many published offers it has. */
export function listProviders({ db }: Connection): (Provider & { aliases: string[]; publishedOffers: number })[] {
  const { ofProvider } = countPublishedOffers(db);
  return db
    .select()
    .from(provider)
    .where(isNull(provider.pendingVersionId))
    .orderBy(asc(provider.foldedName))
    .all()
    .map((row) => ({ ...row, aliases: aliasesOf({ db }, row.id), publishedOffers: ofProvider.get(row.id) ?? 0 }));
}

export const providerSorts = ['name', 'url', 'aliases', 'offers'] as const;

export interface ProviderQuery extends PageRequest<(typeof providerSorts)[number]> {
  /** Part of a name, an alias or an address; empty for all. */
  readonly search: string;
  readonly state: 'in use' | 'retired' | undefined;
}

/** A provider, and how many aliases and published offers it has. */
export interface ListedProvider extends Provider {
  readonly aliases: number;
  readonly publishedOffers: number;
}

/** A page of the known providers. */
export function pageOfProviders({ db }: Connection, wanted: ProviderQuery): Page<ListedProvider> {
  const published = getPublishedId(db) ?? 0;
  const aliases = sql<number>`(SELECT count(*) FROM provider_alias WHERE provider_id = provider.id)`;
  const publishedOffers = sql<number>`(
    SELECT count(*) FROM coverage_version_layer AS own
    JOIN coverage_layer AS layer ON layer.id = own.layer_id AND layer.provider_id = provider.id
    JOIN coverage_offer AS offer ON offer.layer_id = layer.id
    WHERE own.version_id = ${published})`;
  return pageOf(db, wanted, {
    table: provider,
    matches: and(isNull(provider.pendingVersionId), searchOf(wanted.search), stateOf(wanted.state)),
    sorts: {
      name: provider.foldedName,
      url: sql`nullif(${provider.url}, '') COLLATE NOCASE`,
      aliases,
      offers: publishedOffers,
    },
    select: (isOnPage) =>
      db
        .select({ ...getTableColumns(provider), aliases, publishedOffers })
        .from(provider)
        .where(isOnPage),
  });
}

function searchOf(search: string): SQL | undefined {
  if (search === '') return undefined;
  // compared as names are
  const folded = foldName(search);
  const alias = sql`EXISTS (SELECT 1 FROM ${providerAlias} WHERE ${providerAlias.providerId} = ${provider.id}
    AND ${anyContains(folded, providerAlias.foldedName)})`;
  return or(anyContains(folded, provider.foldedName), anyContains(search, provider.url), alias);
}

function stateOf(state: ProviderQuery['state']): SQL | undefined {
  if (state === undefined) return undefined;
  return state === 'retired' ? isNotNull(provider.retiredAt) : isNull(provider.retiredAt);
}

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
