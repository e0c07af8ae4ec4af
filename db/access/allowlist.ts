import type { Connection, Db } from '#db/client.ts';
import { asc, eq, sql } from '#db/drizzle.ts';
import { bumpGeneration } from '#db/generation.ts';
import { allowedNetwork, registrar } from '#db/schema.ts';

export type Registrar = typeof registrar.$inferSelect;
export type AllowedNetwork = typeof allowedNetwork.$inferSelect;

/** Every allowlist entry of the enabled registrars, with what the registrar's limit is. */
export function readAllowlist({ db }: Connection) {
  return db
    .select({
      id: allowedNetwork.id,
      registrarId: allowedNetwork.registrarId,
      network: allowedNetwork.network,
      validFrom: allowedNetwork.validFrom,
      validUntil: allowedNetwork.validUntil,
      perSecond: registrar.perSecond,
    })
    .from(allowedNetwork)
    .innerJoin(registrar, eq(registrar.id, allowedNetwork.registrarId))
    .where(eq(registrar.enabled, true))
    .all();
}

/** All networks with their registrar's name, by registrar and network. */
export function listAllowedNetworks({ db }: Connection) {
  return db
    .select({
      network: allowedNetwork.network,
      registrar: registrar.name,
      perSecond: registrar.perSecond,
      note: allowedNetwork.note,
      validFrom: allowedNetwork.validFrom,
      validUntil: allowedNetwork.validUntil,
    })
    .from(allowedNetwork)
    .innerJoin(registrar, eq(registrar.id, allowedNetwork.registrarId))
    .orderBy(asc(registrar.name), asc(allowedNetwork.id))
    .all();
}

/** The entry of exactly this network, with its registrar's name. */
export function getAllowedNetwork(db: Db, network: string) {
  return db
    .select({ id: allowedNetwork.id, registrar: registrar.name })
    .from(allowedNetwork)
    .innerJoin(registrar, eq(registrar.id, allowedNetwork.registrarId))
    .where(eq(allowedNetwork.network, network))
    .get();
}

/** The registrar of this name (capitals do not matter). */
export function getRegistrar(db: Db, name: string): Registrar | undefined {
  return db.select().from(registrar).where(sql`${registrar.name} = ${name} COLLATE NOCASE`).get();
}

/** The registrar of this number. */
export function getRegistrarById({ db }: Connection, id: number): Registrar | undefined {
  return db.select().from(registrar).where(eq(registrar.id, id)).get();
}

/** All registrars by name, for a choice. */
export function listRegistrarNames({ db }: Connection): { readonly id: number; readonly name: string }[] {
  return db
    .select({ id: registrar.id, name: registrar.name })
    .from(registrar)
    .orderBy(sql`${registrar.name} COLLATE NOCASE`)
    .all();
}

/** Makes a registrar and gives its id. */
export function addRegistrar(db: Db, name: string, perSecond: number | null, nowMs: number): number {
  return db.insert(registrar).values({ name, perSecond, createdAt: nowMs }).returning({ id: registrar.id }).get().id;
}

/** Allows `network` (canonical CIDR text) for a registrar. */
export function addAllowedNetwork(
  db: Db,
  entry: { registrarId: number; network: string; note: string },
  nowMs: number,
): number {
  const row = db
    .insert(allowedNetwork)
    .values({ ...entry, createdAt: nowMs })
    .returning({ id: allowedNetwork.id })
    .get();
  bumpGeneration(db, 'allowlist', nowMs);
  return row.id;
}

/** Takes a network off the allowlist; tells whether it stood there. */
export function removeAllowedNetwork(db: Db, network: string, nowMs: number): boolean {
  const removed = db.delete(allowedNetwork).where(eq(allowedNetwork.network, network)).run().changes > 0;
  if (removed) bumpGeneration(db, 'allowlist', nowMs);
  return removed;
}

/** Removes a registrar and all its networks. */
export function removeRegistrar(db: Db, id: number, nowMs: number): void {
  db.delete(registrar).where(eq(registrar.id, id)).run();
  bumpGeneration(db, 'allowlist', nowMs);
}
