import { allowedNetwork, registrar } from '#db/access/schema.ts';
import type { Connection } from '#db/client.ts';
import { and, eq, inArray, or, type SQL, sql } from '#db/drizzle.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';

export const registrarSorts = ['name', 'contact', 'networks', 'limit', 'created'] as const;

export interface RegistrarQuery extends PageRequest<(typeof registrarSorts)[number]> {
  /** Part of a name, contact, note, or of one of the networks; empty for all. */
  readonly search: string;
  readonly state: 'enabled' | 'disabled' | undefined;
}

export type ListedRegistrar = Omit<typeof registrar.$inferSelect, 'note'> & { readonly networks: number };

/** A page of the registrars. */
export function pageOfRegistrars({ db }: Connection, wanted: RegistrarQuery): Page<ListedRegistrar> {
  const networks = sql<number>`(SELECT count(*) FROM allowed_network WHERE registrar_id = registrar.id)`;
  const { id, name, contactEmail, perSecond, enabled, createdAt } = registrar;
  return pageOf(db, wanted, {
    table: registrar,
    matches: and(searchOf(db, wanted.search), stateOf(wanted.state)),
    sorts: {
      name: sql`${name} COLLATE NOCASE`,
      contact: sql`nullif(${contactEmail}, '') COLLATE NOCASE`,
      networks,
      limit: perSecond,
      created: createdAt,
    },
    select: (isOnPage) =>
      db.select({ id, name, contactEmail, perSecond, enabled, createdAt, networks }).from(registrar).where(isOnPage),
  });
}

function searchOf(db: Connection['db'], search: string): SQL | undefined {
  if (search === '') return undefined;
  const withNetwork = db
    .select({ id: allowedNetwork.registrarId })
    .from(allowedNetwork)
    .where(anyContains(search, allowedNetwork.network));
  const { id, name, contactEmail, note } = registrar;
  return or(anyContains(search, name, contactEmail, note), inArray(id, withNetwork));
}

function stateOf(state: RegistrarQuery['state']): SQL | undefined {
  return state === undefined ? undefined : eq(registrar.enabled, state === 'enabled');
}
