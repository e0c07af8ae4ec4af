import type { Authorship } from '#db/audit/record-change.ts';
import { recordChange } from '#db/audit/record-change.ts';
import { getProviderByName, requireProvider } from '#db/broadband/providers.ts';
import { countPublishedOffers } from '#db/broadband/published-offers.ts';
import { provider, providerAlias } from '#db/broadband/schema.ts';
import type { Db } from '#db/client.ts';
import { and, eq } from '#db/drizzle.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import type { WholesaleNetwork } from '#lib/broadband/import/offers/offer-fields.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';

/** What staff say about a provider. URL and wholesale value fill what a file leaves blank; they change no offer. */
export interface ProviderDetails {
  readonly name: string;
  readonly url: string;
  readonly wholesaleNetwork: WholesaleNetwork;
}

/**
 * Adds a provider, so that files may name it. @returns its id
 *
 * @throws Refusal of the field `name` when another provider goes by it
 */
export function addProvider(db: Db, details: ProviderDetails, { actor, nowMs }: Authorship): number {
  requireFreeName(db, details.name, 'name');
  const { id } = db
    .insert(provider)
    .values({ ...details, foldedName: foldName(details.name), createdAt: nowMs })
    .returning({ id: provider.id })
    .get();
  recordChange(db, { actor, action: 'provider.add', subject: details.name, before: null, after: details }, nowMs);
  return id;
}

/**
 * Changes what is said about a provider; what is left out stays. The name it had becomes an alias, so that files which
 * still use it are understood.
 *
 * @throws Refusal when there is none, or another provider goes by the name
 */
export function changeProvider(
  db: Db,
  id: number,
  changed: Partial<ProviderDetails>,
  { actor, nowMs }: Authorship,
): void {
  const standing = requireProvider(db, id);
  const { name, url, wholesaleNetwork, foldedName: before } = standing;
  const details = { name, url, wholesaleNetwork };
  const after = { ...details, ...changed };
  if (JSON.stringify(details) === JSON.stringify(after)) return;
  requireFreeName(db, after.name, 'name', id);
  const foldedName = foldName(after.name);
  if (foldedName !== before) {
    db.delete(providerAlias).where(eq(providerAlias.foldedName, foldedName)).run();
    db.insert(providerAlias).values({ foldedName: before, name, providerId: id }).run();
  }
  db.update(provider)
    .set({ ...after, foldedName })
    .where(eq(provider.id, id))
    .run();
  recordChange(db, { actor, action: 'provider.change', subject: name, before: details, after }, nowMs);
}

/**
 * Adds another name by which files call a provider.
 *
 * @throws Refusal of the field `alias` when any provider goes by it already
 */
export function addAlias(db: Db, providerId: number, alias: string, { actor, nowMs }: Authorship): void {
  const { name } = requireProvider(db, providerId);
  requireFreeName(db, alias, 'alias');
  db.insert(providerAlias)
    .values({ foldedName: foldName(alias), name: alias, providerId })
    .run();
  recordChange(db, { actor, action: 'provider.alias-add', subject: name, before: null, after: { alias } }, nowMs);
}

/** @throws Refusal when the provider has no such alias */
export function removeAlias(db: Db, providerId: number, alias: string, { actor, nowMs }: Authorship): void {
  const { name } = requireProvider(db, providerId);
  const own = and(eq(providerAlias.providerId, providerId), eq(providerAlias.foldedName, foldName(alias)));
  if (db.delete(providerAlias).where(own).run().changes === 0) throw new Refusal(`${name} has no alias ${alias}.`);
  recordChange(db, { actor, action: 'provider.alias-remove', subject: name, before: { alias }, after: null }, nowMs);
}

/**
 * Retires a provider: it is not offered for choice any more, and no version that holds it may be published.
 *
 * @throws Refusal while published offers are its own
 */
export function retireProvider(db: Db, id: number, { actor, nowMs }: Authorship): void {
  const { name, retiredAt } = requireProvider(db, id);
  if (retiredAt !== null) return;
  const offers = countPublishedOffers(db).ofProvider.get(id) ?? 0;
  if (offers > 0) {
    const published = offers === 1 ? '1 offer is' : `${offers} offers are`;
    throw new Refusal(`${published} published of ${name}: retire its layers and publish that first.`);
  }
  db.update(provider).set({ retiredAt: nowMs }).where(eq(provider.id, id)).run();
  recordChange(db, { actor, action: 'provider.retire', subject: name, before: { name }, after: null }, nowMs);
}

/** Brings a retired provider back. */
export function reviveProvider(db: Db, id: number, { actor, nowMs }: Authorship): void {
  const { name, retiredAt } = requireProvider(db, id);
  if (retiredAt === null) return;
  db.update(provider).set({ retiredAt: null }).where(eq(provider.id, id)).run();
  recordChange(db, { actor, action: 'provider.revive', subject: name, before: null, after: { name } }, nowMs);
}

function requireFreeName(db: Db, name: string, field: 'name' | 'alias', ownId?: number): void {
  const holder = getProviderByName(db, name);
  if (holder === undefined || holder.id === ownId) return;
  const how =
    foldName(holder.name) === foldName(name) ? `is called ${holder.name}` : `goes by that name: ${holder.name}`;
  const state = holder.retiredAt === null ? '' : ' (retired)';
  throw refusalAt(field, `A provider ${how} already${state}.`);
}
