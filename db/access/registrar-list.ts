import { allowedNetwork, registrar } from '#db/access/schema.ts';
import type { Connection } from '#db/client.ts';
import { and, count, eq, inArray, or, type SQL, sql } from '#db/drizzle.ts';
import { containsText, offsetOf, orderOf, type Page, type PageRequest } from '#db/page.ts';

export const registrarSorts = ['name', 'contact', 'networks', 'limit', 'created'] as const;

export interface RegistrarQuery extends PageRequest<(typeof registrarSorts)[number]> {
  /** Part of a name, contact, note, or of one of the networks; empty for all. */
  readonly search: string;
  readonly state: 'enabled' | 'disabled' | undefined;
}

export interface ListedRegistrar {
  readonly id: number;
  readonly name: string;
  readonly contactEmail: string;
  readonly perSecond: number | null;
  readonly enabled: boolean;
  readonly networks: number;
  readonly createdAt: number;
}

/** A page of the registrars. */
export function pageOfRegistrars({ db }: Connection, wanted: RegistrarQuery): Page<ListedRegistrar> {
  const networks = sql<number>`(SELECT count(*) FROM allowed_network WHERE registrar_id = registrar.id)`;
  const columns = {
    name: sql`${registrar.name} COLLATE NOCASE`,
    contact: sql`nullif(${registrar.contactEmail}, '') COLLATE NOCASE`,
    networks,
    limit: registrar.perSecond,
    created: registrar.createdAt,
  };
  const matches = and(searchOf(db, wanted.search), stateOf(wanted.state));
  const rows = db
    .select({
      id: registrar.id,
      name: registrar.name,
      contactEmail: registrar.contactEmail,
      perSecond: registrar.perSecond,
      enabled: registrar.enabled,
      createdAt: registrar.createdAt,
      networks,
    })
    .from(registrar)
    .where(matches)
    .orderBy(...orderOf(wanted, columns, registrar.id))
    .limit(offsetOf(wanted).limit)
    .offset(offsetOf(wanted).offset)
    .all();
  const total = db.select({ total: count() }).from(registrar).where(matches).get()?.total ?? 0;
  return { rows, total };
}

/** Whether there is any registrar at all. */
export function hasRegistrars({ db }: Connection): boolean {
  return db.select({ id: registrar.id }).from(registrar).limit(1).get() !== undefined;
}

function searchOf(db: Connection['db'], search: string): SQL | undefined {
  if (search === '') return undefined;
  const holders = db
    .select({ id: allowedNetwork.registrarId })
    .from(allowedNetwork)
    .where(containsText(allowedNetwork.network, search));
  return or(
    containsText(registrar.name, search),
    containsText(registrar.contactEmail, search),
    containsText(registrar.note, search),
    inArray(registrar.id, holders),
  );
}

function stateOf(state: RegistrarQuery['state']): SQL | undefined {
  return state === undefined ? undefined : eq(registrar.enabled, state === 'enabled');
}
