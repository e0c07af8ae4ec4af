import { z } from 'zod';
import { recordChange } from '#db/audit/record-change.ts';
import { carriedFields } from '#db/broadband/provider-offers.ts';
import {
  deleteAlias,
  getProviderByName,
  insertAlias,
  insertProvider,
  requireProvider,
  setProviderRetired,
  updateProvider,
} from '#db/broadband/providers.ts';
import { countPublishedOffers } from '#db/broadband/published-offers.ts';
import type { Db } from '#db/client.ts';
import { addJob } from '#db/jobs/jobs.ts';
import { change } from '#flows/change.ts';
import { parseUrl } from '#lib/broadband/import/offers/field-values.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { wholesaleNetworks } from '#lib/broadband/import/offers/offer-fields.ts';
import { line, requiredLine, rowId } from '#lib/fields.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';

const name = requiredLine(200).transform((text) => text.normalize('NFC'));

const details = z.object({
  name,
  url: line(500).refine((text) => text === '' || parseUrl(text).ok, {
    params: { reason: { code: 'not-a-web-address' } },
  }),
  wholesaleNetwork: z.enum(wholesaleNetworks),
});
const ofProvider = z.object({ id: rowId });

/** Adds a provider, so that files may name it, and gives its id. No two providers share a name or an alias. */
export const addProvider = change(details, (db, given, { actor, nowMs }): number => {
  requireFreeName(db, given.name, 'name');
  const id = insertProvider(db, given, nowMs);
  recordChange(db, { actor, action: 'provider.add', subject: given.name, before: null, after: given }, nowMs);
  return id;
});

/**
 * Changes what is recorded about a provider; what is left out stays. A name it had becomes an alias, so that files which
 * still use it are understood.
 */
export const changeProvider = change(
  details.partial().extend(ofProvider.shape),
  (db, { id, ...changed }, { actor, nowMs }): void => {
    const current = requireProvider(db, id);
    const before = { name: current.name, url: current.url, wholesaleNetwork: current.wholesaleNetwork };
    const after = { ...before, ...changed };
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    requireFreeName(db, after.name, 'name', id);
    updateProvider(db, current, after);
    recordChange(db, { actor, action: 'provider.change', subject: current.name, before, after }, nowMs);
  },
);

/** Adds another name that files use for a provider. */
export const addAlias = change(ofProvider.extend({ alias: name }), (db, { id, alias }, { actor, nowMs }): void => {
  const { name: subject } = requireProvider(db, id);
  requireFreeName(db, alias, 'alias');
  insertAlias(db, id, alias);
  recordChange(db, { actor, action: 'provider.alias-add', subject, before: null, after: { alias } }, nowMs);
});

/** Removes an alias of a provider. */
export const removeAlias = change(ofProvider.extend({ alias: name }), (db, { id, alias }, { actor, nowMs }): void => {
  const { name: subject } = requireProvider(db, id);
  if (!deleteAlias(db, id, alias)) throw new Refusal({ code: 'no-such-alias', provider: subject, alias });
  recordChange(db, { actor, action: 'provider.alias-remove', subject, before: { alias }, after: null }, nowMs);
});

/** Retires a provider without published offers: it is no longer offered as a choice, and its layers cannot be published. */
export const retireProvider = change(rowId, (db, id, { actor, nowMs }): void => {
  const { name: subject, retiredAt } = requireProvider(db, id);
  if (retiredAt !== null) return;
  const offers = countPublishedOffers(db).ofProvider.get(id) ?? 0;
  if (offers > 0) throw new Refusal({ code: 'offers-published', name: subject, offers });
  setProviderRetired(db, id, nowMs);
  recordChange(db, { actor, action: 'provider.retire', subject, before: { name: subject }, after: null }, nowMs);
});

/** Brings back a retired provider. */
export const reviveProvider = change(rowId, (db, id, { actor, nowMs }): void => {
  const { name: subject, retiredAt } = requireProvider(db, id);
  if (retiredAt === null) return;
  setProviderRetired(db, id, null);
  recordChange(db, { actor, action: 'provider.revive', subject, before: null, after: { name: subject } }, nowMs);
});

/** What the job that applies a provider's details is given. */
export const providerApplication = z.object({ providerId: z.number(), fields: z.array(z.enum(carriedFields)) });

/** Starts the job that applies a provider's current details to its published offers. @returns the number of the job */
export const orderProviderApplication = change(
  ofProvider.extend({ fields: z.array(z.enum(carriedFields)) }),
  (db, { id: providerId, fields }, by): number => {
    const title = `Apply the details of ${requireProvider(db, providerId).name} to published offers`;
    const parameters: z.input<typeof providerApplication> = { providerId, fields: [...new Set(fields)] };
    return addJob(db, { kind: 'provider apply', title, parameters }, by);
  },
);

function requireFreeName(db: Db, wanted: string, field: 'name' | 'alias', ownId?: number): void {
  const holder = getProviderByName(db, wanted);
  if (holder === undefined || holder.id === ownId) return;
  const isAlias = foldName(holder.name) !== foldName(wanted);
  const isRetired = holder.retiredAt !== null;
  throw refusalAt(field, { code: 'provider-name-taken', name: wanted, provider: holder.name, isAlias, isRetired });
}
