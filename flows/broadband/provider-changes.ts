import { z } from 'zod';
import { noteChange } from '#db/audit/last-changes.ts';
import { recordChange } from '#db/audit/record-change.ts';
import { countPublishedOffers } from '#db/broadband/freshness.ts';
import { chosenTechnologies, setChosenTechnologies } from '#db/broadband/own/settings.ts';
import { carriedFields } from '#db/broadband/provider-offers.ts';
import {
  deleteAlias,
  getProviderByName,
  getProviderLike,
  insertAlias,
  insertProvider,
  requireProvider,
  setProviderRetired,
  updateProvider,
} from '#db/broadband/providers.ts';
import { listTechnologies } from '#db/broadband/technologies.ts';
import type { Db } from '#db/client.ts';
import { addJob } from '#db/jobs/jobs.ts';
import { listAccountsOf } from '#db/staff/accounts.ts';
import { removeSessionsOf } from '#db/staff/sessions.ts';
import { change } from '#flows/change.ts';
import { editRecord, requireUnchanged, seen, seenOf } from '#flows/editing.ts';
import { parseUrl } from '#lib/broadband/import/offers/field-values.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { wholesaleNetworks } from '#lib/broadband/import/offers/offer-fields.ts';
import { line, requiredLine, rowId } from '#lib/fields.ts';
import { type Fault, faultAt, Refusal, refusalAt } from '#lib/refusal.ts';

const name = requiredLine(200).transform((text) => text.normalize('NFC'));

const details = z.object({
  name,
  url: line(500).refine((text) => text === '' || parseUrl(text).ok, {
    params: { reason: { code: 'not-a-web-address' } },
  }),
  wholesaleNetwork: z.enum(wholesaleNetworks),
});
type ProviderDetails = z.output<typeof details>;
const ofProvider = z.object({ id: rowId });

/** Adds a provider, so that files may name it, and gives its id. No two providers share a name or an alias. */
export const addProvider = change(
  details,
  (db, given, { actor, nowMs }): number => {
    const id = insertProvider(db, given, nowMs);
    recordChange(
      db,
      { actor, action: 'provider.add', subject: given.name, before: null, after: given, record: providerRecord(id) },
      nowMs,
    );
    return id;
  },
  (db, { name: wanted }) => [takenName(db, wanted, 'name') ?? similarName(db, wanted)],
);

/**
 * Changes what is recorded about a provider; what is left out stays. A name it had becomes an alias, so that files which
 * still use it are understood.
 */
export const changeProvider = change(
  details.partial().extend({ ...ofProvider.shape, seen }),
  (db, { id, seen: assumed, ...wanted }, by) => {
    const current = requireProvider(db, id);
    const store = (after: ProviderDetails) => updateProvider(db, current, after);
    const edit = { record: providerRecord(id), action: 'provider.change', subject: current.name } as const;
    return editRecord(db, { ...edit, present: providerFields(current), wanted, seen: assumed, store }, by);
  },
  (db, { id, name: wanted }) => [takenName(db, wanted, 'name', id) ?? similarName(db, wanted, id)],
);

/** The name of a provider as an edited record. */
export function providerRecord(id: number) {
  return `provider ${id}` as const;
}

/** What a form shows of a provider. */
export function providerFields({ name: called, url, wholesaleNetwork }: ProviderDetails): ProviderDetails {
  return { name: called, url, wholesaleNetwork };
}

/**
 * Chooses the technologies that a provider's people may deliver, by number; null for all in use. An empty list leaves them
 * none.
 */
export const changeDeliverable = change(
  ofProvider.extend({ delivers: z.array(rowId).nullable().optional(), seen }),
  (db, { id, delivers, seen: assumed }, by) => {
    const { name: subject } = requireProvider(db, id);
    const technologies = listTechnologies({ db });
    if (delivers?.some((chosen) => technologies.every((known) => known.id !== chosen)))
      throw refusalAt('delivers', { code: 'not-a-choice' });
    const wanted = { delivers: delivers?.toSorted((a, b) => a - b) ?? delivers };
    const nameOf = (chosen: number) => technologies.find((known) => known.id === chosen)?.name ?? chosen;
    return editRecord<{ readonly delivers: readonly number[] | null }>(
      db,
      {
        record: providerRecord(id),
        action: 'provider.change',
        subject,
        seen: assumed,
        wanted,
        present: { delivers: chosenTechnologies(db, id) },
        recorded: (fields) => ({ delivers: fields.delivers?.map(nameOf) ?? 'all technologies' }),
        store: (after) => setChosenTechnologies(db, id, after.delivers),
      },
      by,
    );
  },
);

const ofAlias = ofProvider.extend({ alias: name, seen });

/** Adds another name that files use for a provider. */
export const addAlias = change(
  ofAlias,
  (db, { id, alias, seen: assumed }, { actor, nowMs }): void => {
    const { name: subject } = requireProvider(db, id);
    requireUnchanged(db, providerRecord(id), assumed, actor);
    insertAlias(db, id, alias);
    const row = recordChange(
      db,
      { actor, action: 'provider.alias-add', subject, before: null, after: { alias } },
      nowMs,
    );
    noteChange(db, providerRecord(id), ['aliases'], row);
  },
  (db, { alias }) => [takenName(db, alias, 'alias')],
);

/** Removes an alias of a provider. */
export const removeAlias = change(ofAlias, (db, { id, alias, seen: assumed }, { actor, nowMs }): void => {
  const { name: subject } = requireProvider(db, id);
  requireUnchanged(db, providerRecord(id), assumed, actor);
  if (!deleteAlias(db, id, alias)) throw new Refusal({ code: 'no-such-alias', provider: subject, alias });
  const row = recordChange(
    db,
    { actor, action: 'provider.alias-remove', subject, before: { alias }, after: null },
    nowMs,
  );
  noteChange(db, providerRecord(id), ['aliases'], row);
});

/**
 * Retires a provider without published offers: it is no longer offered as a choice, its layers cannot be published, and its
 * people are signed out and cannot sign in.
 */
export const retireProvider = change(seenOf(rowId), (db, { record: id, seen: assumed }, { actor, nowMs }): void => {
  const { name: subject, retiredAt } = requireProvider(db, id);
  requireUnchanged(db, providerRecord(id), assumed, actor);
  if (retiredAt !== null) return;
  const offers = countPublishedOffers(db).ofProvider.get(id) ?? 0;
  if (offers > 0) throw new Refusal({ code: 'offers-published', name: subject, offers });
  setProviderRetired(db, id, nowMs);
  for (const person of listAccountsOf(db, id)) removeSessionsOf(db, person);
  const change = { actor, action: 'provider.retire', subject, before: { name: subject }, after: null } as const;
  noteChange(db, providerRecord(id), ['retired'], recordChange(db, change, nowMs));
});

/** Brings back a retired provider. */
export const reviveProvider = change(seenOf(rowId), (db, { record: id, seen: assumed }, { actor, nowMs }): void => {
  const { name: subject, retiredAt } = requireProvider(db, id);
  requireUnchanged(db, providerRecord(id), assumed, actor);
  if (retiredAt === null) return;
  setProviderRetired(db, id, null);
  const change = { actor, action: 'provider.revive', subject, before: null, after: { name: subject } } as const;
  noteChange(db, providerRecord(id), ['retired'], recordChange(db, change, nowMs));
});

/** What the job that applies a provider's details is given. */
export const providerApplication = z.object({ providerId: z.number(), fields: z.array(z.enum(carriedFields)) });

/** Starts the job that applies a provider's current details to its published offers. @returns the number of the job */
export const orderProviderApplication = change(
  ofProvider.extend({ fields: z.array(z.enum(carriedFields)), seen }),
  (db, { id: providerId, fields, seen: assumed }, by): number => {
    requireUnchanged(db, providerRecord(providerId), assumed, by.actor);
    const title = `Apply the details of ${requireProvider(db, providerId).name} to published offers`;
    const parameters: z.input<typeof providerApplication> = { providerId, fields: [...new Set(fields)] };
    return addJob(db, { kind: 'provider apply', title, parameters }, by);
  },
);

function takenName(db: Db, wanted: string | undefined, field: 'name' | 'alias', ownId?: number): Fault | undefined {
  const holder = wanted === undefined ? undefined : getProviderByName(db, wanted);
  if (wanted === undefined || holder === undefined || holder.id === ownId) return undefined;
  const isAlias = foldName(holder.name) !== foldName(wanted);
  const isRetired = holder.retiredAt !== null;
  return faultAt(field, { code: 'provider-name-taken', name: wanted, provider: holder.name, isAlias, isRetired });
}

/** A name that looks like that of another provider; one that it has already may stay. */
function similarName(db: Db, wanted: string | undefined, ownId?: number): Fault | undefined {
  if (wanted === undefined || getProviderByName(db, wanted) !== undefined) return undefined;
  const other = getProviderLike(db, wanted, ownId);
  return other && faultAt('name', { code: 'name-looks-taken', name: other.name, isRetired: other.retiredAt !== null });
}
