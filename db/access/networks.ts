import type { Connection, Db } from '#db/client.ts';
import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from '#db/drizzle.ts';
import { bumpGeneration } from '#db/generation.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import type { Address } from '#lib/access/address.ts';
import { networkOrder, networksContaining, parseNetwork } from '#lib/access/network.ts';
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

export const networkSorts = ['network', 'note', 'from', 'until', 'created'] as const;

export interface NetworkQuery extends PageRequest<(typeof networkSorts)[number]> {
  readonly registrarId: number;
  /** Part of a network or a note; empty for all. */
  readonly search: string;
  readonly state: 'valid' | 'not-yet' | 'lapsed' | undefined;
}

/** A page of a registrar's networks, as they are at `nowMs`. */
export function pageOfNetworks(connection: Connection, wanted: NetworkQuery, nowMs: number): Page<AllowedNetwork> {
  const { db } = connection;
  const { registrarId, network, note, validFrom, validUntil, createdAt } = allowedNetwork;
  return pageOf(db, wanted, {
    table: allowedNetwork,
    matches: and(
      eq(registrarId, wanted.registrarId),
      anyContains(wanted.search, network, note),
      stateOf(wanted.state, nowMs),
    ),
    sorts: {
      network: networkOrderOf(connection),
      note: sql`nullif(${note}, '') COLLATE NOCASE`,
      from: validFrom,
      until: validUntil,
      created: createdAt,
    },
    select: (isOnPage) => db.select().from(allowedNetwork).where(isOnPage),
  });
}

/** Every entry that contains an address, also lapsed ones and those of disabled registrars, the longest prefix first. */
export function entriesHolding({ db }: Connection, address: Address) {
  const around = networksContaining(address);
  const found = entriesWithRegistrar(db).where(inArray(allowedNetwork.network, around)).all();
  return found.sort((a, b) => around.indexOf(a.network) - around.indexOf(b.network));
}

function stateOf(state: NetworkQuery['state'], nowMs: number): SQL | undefined {
  const { validFrom, validUntil } = allowedNetwork;
  if (state === 'not-yet') return gt(validFrom, nowMs);
  if (state === 'lapsed') return lte(validUntil, nowMs);
  if (state === undefined) return undefined;
  return and(or(isNull(validFrom), lte(validFrom, nowMs)), or(isNull(validUntil), gt(validUntil, nowMs)));
}

const withNetworkOrder = new WeakSet<Connection['sqlite']>();

/** The order of networks by address, which differs from that of their text; registered with SQLite when first used. */
function networkOrderOf({ sqlite }: Connection): SQL {
  if (!withNetworkOrder.has(sqlite)) {
    withNetworkOrder.add(sqlite);
    sqlite.function('network_order', { deterministic: true }, (text) => {
      const parsed = parseNetwork(String(text));
      return parsed.ok ? networkOrder(parsed.network) : '';
    });
  }
  return sql`network_order(${allowedNetwork.network})`;
}
