import type { Connection, Db } from '#db/client.ts';
import { and, eq, inArray, or, type SQL, sql } from '#db/drizzle.ts';
import { bumpGeneration } from '#db/generation.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import { plainName } from '#lib/same-name.ts';
import { allowedNetwork, registrar } from './schema.ts';

export type Registrar = typeof registrar.$inferSelect;

/** The details of a registrar that staff record. Null `perSecond` is the default limit (B6). */
export type RegistrarDetails = Pick<Registrar, 'name' | 'contactEmail' | 'note' | 'perSecond' | 'enabled'>;

/** The registrar with this name; case does not matter. */
export function getRegistrarByName(db: Db, name: string): Registrar | undefined {
  return db.select().from(registrar).where(sql`${registrar.name} = ${name} COLLATE NOCASE`).get();
}

/** The registrar, other than one, whose name looks the same (`plainName`). */
export function getRegistrarLike(db: Db, name: string, exceptId: number | undefined): Registrar | undefined {
  const plain = plainName(name);
  const rows = db.select().from(registrar).all();
  return rows.find((row) => row.id !== exceptId && plainName(row.name) === plain);
}

export function getRegistrar({ db }: Pick<Connection, 'db'>, id: number): Registrar | undefined {
  return db.select().from(registrar).where(eq(registrar.id, id)).get();
}

/** The names of all registrars, sorted, for a list to choose from. */
export function listRegistrarNames({ db }: Connection): { readonly id: number; readonly name: string }[] {
  return db
    .select({ id: registrar.id, name: registrar.name })
    .from(registrar)
    .orderBy(sql`${registrar.name} COLLATE NOCASE`)
    .all();
}

/** The registrars whose contact has this email address; case does not matter. */
export function registrarsOfContact({ db }: Pick<Connection, 'db'>, email: string): Registrar[] {
  return db.select().from(registrar).where(sql`${registrar.contactEmail} = ${email} COLLATE NOCASE`).all();
}

/** Adds a registrar. It has no networks yet, so the allowlist does not change. @returns the new registrar's id */
export function insertRegistrar(
  db: Db,
  details: Partial<RegistrarDetails> & Pick<Registrar, 'name'>,
  nowMs: number,
): number {
  const { id } = db
    .insert(registrar)
    .values({ ...details, createdAt: nowMs })
    .returning({ id: registrar.id })
    .get();
  return id;
}

export function updateRegistrar(db: Db, id: number, details: RegistrarDetails, nowMs: number): void {
  db.update(registrar).set(details).where(eq(registrar.id, id)).run();
  bumpGeneration(db, 'allowlist', nowMs);
}

/** Deletes a registrar with all its networks. */
export function deleteRegistrar(db: Db, id: number, nowMs: number): void {
  db.delete(registrar).where(eq(registrar.id, id)).run();
  bumpGeneration(db, 'allowlist', nowMs);
}

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
