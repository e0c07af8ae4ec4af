import { getRegistrar, type Registrar } from '#db/access/allowlist.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import { bumpGeneration } from '#db/generation.ts';
import { registrar } from '#db/schema.ts';
import type { Authorship } from '#db/write.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { recordedNetworks } from './network-changes.ts';

/** What staff say about a registrar. `perSecond` null: the default limit (B6). */
export interface RegistrarDetails {
  readonly name: string;
  readonly contactEmail: string;
  readonly note: string;
  readonly perSecond: number | null;
  readonly enabled: boolean;
}

/**
 * Makes a registrar and gives its id.
 *
 * @throws Refusal of the field `name` when another one has it (capitals do not matter)
 */
export function createRegistrar(db: Db, details: RegistrarDetails, { actor, nowMs }: Authorship): number {
  requireFreeName(db, details.name);
  const { id } = db
    .insert(registrar)
    .values({ ...details, createdAt: nowMs })
    .returning({ id: registrar.id })
    .get();
  bumpGeneration(db, 'allowlist', nowMs);
  recordChange(db, { actor, action: 'registrar.add', subject: details.name, before: null, after: details }, nowMs);
  return id;
}

/**
 * Changes what is said about a registrar; what is left out stays.
 *
 * @throws Refusal when it is gone, or another one has the name
 */
export function changeRegistrar(
  db: Db,
  id: number,
  changed: Partial<RegistrarDetails>,
  { actor, nowMs }: Authorship,
): void {
  const standing = requireRegistrar(db, id);
  const before = detailsOf(standing);
  const after = { ...before, ...changed };
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  requireFreeName(db, after.name, id);
  db.update(registrar).set(after).where(eq(registrar.id, id)).run();
  bumpGeneration(db, 'allowlist', nowMs);
  recordChange(db, { actor, action: 'registrar.change', subject: standing.name, before, after }, nowMs);
}

/**
 * Removes a registrar and all its networks.
 *
 * @throws Refusal when it is gone
 */
export function deleteRegistrar(db: Db, id: number, { actor, nowMs }: Authorship): Registrar {
  const standing = requireRegistrar(db, id);
  const before = { ...detailsOf(standing), networks: recordedNetworks(db, id) };
  db.delete(registrar).where(eq(registrar.id, id)).run();
  bumpGeneration(db, 'allowlist', nowMs);
  recordChange(db, { actor, action: 'registrar.remove', subject: standing.name, before, after: null }, nowMs);
  return standing;
}

/** @throws Refusal when there is no such registrar (any more) */
export function requireRegistrar(db: Db, id: number): Registrar {
  const found = db.select().from(registrar).where(eq(registrar.id, id)).get();
  if (found === undefined) throw new Refusal('This registrar is no longer there: somebody has removed it.');
  return found;
}

function requireFreeName(db: Db, name: string, ownId?: number): void {
  const holder = getRegistrar(db, name);
  if (holder === undefined || holder.id === ownId) return;
  throw refusalAt('name', `There is a registrar called ${holder.name} already.`);
}

function detailsOf({ name, contactEmail, note, perSecond, enabled }: Registrar): RegistrarDetails {
  return { name, contactEmail, note, perSecond, enabled };
}
