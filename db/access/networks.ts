import type { Connection, Db } from '#db/client.ts';
import { asc, eq } from '#db/drizzle.ts';
import { bumpGeneration } from '#db/generation.ts';
import { allowedNetwork, registrar } from './schema.ts';

export type AllowedNetwork = typeof allowedNetwork.$inferSelect;

/** The period of an entry, and its note. Instants are epoch milliseconds; null means no limit on that side. */
export type NetworkDetails = Pick<AllowedNetwork, 'note' | 'validFrom' | 'validUntil'>;

/** The entries with what is needed of their registrars, to be narrowed down. */
export const entriesWithRegistrar = (db: Db) => {
  const { id, registrarId, network, note, validFrom, validUntil } = allowedNetwork;
  const { name, perSecond, enabled } = registrar;
  return db
    .select({ id, network, registrarId, registrar: name, perSecond, enabled, note, validFrom, validUntil })
    .from(allowedNetwork)
    .innerJoin(registrar, eq(registrar.id, registrarId));
};

/** Every allowlist entry of the enabled registrars, with its registrar's limit. */
export function readAllowlist({ db }: Connection) {
  return entriesWithRegistrar(db).where(eq(registrar.enabled, true)).all();
}

/** Whether the allowlist has any entry. */
export function isAnyNetworkAllowed({ db }: Pick<Connection, 'db'>): boolean {
  return db.select({ id: allowedNetwork.id }).from(allowedNetwork).limit(1).get() !== undefined;
}

/** All entries with their registrar's name, by registrar, oldest first. */
export function listAllowedNetworks({ db }: Pick<Connection, 'db'>) {
  return entriesWithRegistrar(db).orderBy(asc(registrar.name), asc(allowedNetwork.id)).all();
}

/** The entry of exactly this network, with its registrar's name. */
export function getAllowedNetwork(db: Db, network: string) {
  return entriesWithRegistrar(db).where(eq(allowedNetwork.network, network)).get();
}

/** An entry with its registrar's name. */
export function getNetworkEntry({ db }: Pick<Connection, 'db'>, id: number) {
  return db
    .select({ entry: allowedNetwork, registrar: registrar.name })
    .from(allowedNetwork)
    .innerJoin(registrar, eq(registrar.id, allowedNetwork.registrarId))
    .where(eq(allowedNetwork.id, id))
    .get();
}

/** All networks of a registrar, oldest first. */
export function networksOf(db: Db, registrarId: number): AllowedNetwork[] {
  return db
    .select()
    .from(allowedNetwork)
    .where(eq(allowedNetwork.registrarId, registrarId))
    .orderBy(asc(allowedNetwork.id))
    .all();
}

/** Adds an entry for `network` (canonical CIDR text). @returns the entry's id */
export function insertNetwork(
  db: Db,
  entry: Partial<NetworkDetails> & Pick<AllowedNetwork, 'registrarId' | 'network'>,
  nowMs: number,
): number {
  const { id } = db
    .insert(allowedNetwork)
    .values({ ...entry, createdAt: nowMs })
    .returning({ id: allowedNetwork.id })
    .get();
  bumpGeneration(db, 'allowlist', nowMs);
  return id;
}

export function updateNetwork(db: Db, id: number, details: NetworkDetails, nowMs: number): void {
  db.update(allowedNetwork).set(details).where(eq(allowedNetwork.id, id)).run();
  bumpGeneration(db, 'allowlist', nowMs);
}

export function deleteNetwork(db: Db, id: number, nowMs: number): void {
  db.delete(allowedNetwork).where(eq(allowedNetwork.id, id)).run();
  bumpGeneration(db, 'allowlist', nowMs);
}
